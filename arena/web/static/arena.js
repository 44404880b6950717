// What the arena's pages do beyond plain forms: places on the board, news from the table, the replay's slider.
"use strict";
document.documentElement.classList.add("scripted");

const $ = (selector, root = document) => root.querySelector(selector);
const live = $("#live");

// --- The board -------------------------------------------------------------------------------------------------------

function buttonOf(action) {
  return $(`#act button[name=action][value="${action}"]`);
}

function choose(actions) {
  if (actions.length === 1) {
    buttonOf(actions[0])?.click();
    return;
  }
  const menu = $("#menu");
  const list = $(".buttons", menu);
  list.replaceChildren(...actions.map((action) => {
    const entry = document.createElement("button");
    entry.type = "button";
    entry.textContent = buttonOf(action)?.textContent ?? "";
    entry.addEventListener("click", () => { menu.close(); buttonOf(action)?.click(); });
    return entry;
  }));
  menu.showModal();
}

const placeOf = (target) => target.closest?.("[data-actions]");

function explain(target) {
  const told = target.closest?.("[data-tip]");
  const tip = $("#tip");
  if (told && tip) tip.textContent = told.dataset.tip;
}

function relate(target, on) {
  const place = placeOf(target);
  if (place && live?.contains(place)) {
    for (const action of place.dataset.actions.split(" ")) buttonOf(action)?.classList.toggle("meant", on);
  }
  const button = target.closest?.("button[data-place]");
  if (button) document.getElementById(button.dataset.place)?.classList.toggle("meant", on);
}

document.addEventListener("click", (event) => {
  explain(event.target);
  const place = placeOf(event.target);
  if (place) choose(place.dataset.actions.split(" "));
  const suggested = event.target.closest("[data-choice]");
  if (suggested) buttonOf(suggested.dataset.choice)?.click();
  const copy = event.target.closest("[data-copy]");
  if (copy) copyFrom(document.getElementById(copy.dataset.copy));
});

document.addEventListener("keydown", (event) => {
  const place = placeOf(event.target);
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(place.dataset.actions.split(" "));
  }
});

for (const [type, on] of [["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]]) {
  document.addEventListener(type, (event) => {
    if (on) explain(event.target);
    relate(event.target, on);
  });
}

function copyFrom(field) {
  field.select();
  navigator.clipboard?.writeText(field.value);
}

for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.submit());
}

// --- News ------------------------------------------------------------------------------------------------------------

function say(text) {
  const line = $("#say");
  if (line) line.textContent = text;
}

const place = () => $("#position");
let focused = "";

function refresh() {
  htmx.ajax("GET", live.dataset.view, { target: "#position", swap: "outerHTML" });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  if (target?.id !== "position") {
    if (xhr.status >= 400) event.detail.serverResponse = reason(xhr.responseText);
    return;
  }
  if (!xhr.responseText.trimStart().startsWith('<div id="position"')) {
    event.detail.shouldSwap = false;
    warn(reason(xhr.responseText));
    return;
  }
  const now = document.activeElement;
  focused = !place().contains(now) ? "" : placeOf(now) ? "#board [role=button]" : now.closest("#act") ? "#act button" : "#status";
  if (now.closest("#menu")) focused = "#board [role=button]";
});

function reason(page) {
  const found = new DOMParser().parseFromString(page, "text/html").querySelector("[role=alert]");
  const line = document.createElement("p");
  line.className = "notice";
  line.setAttribute("role", "alert");
  line.textContent = found?.textContent ?? "The arena did not answer. Wait a moment, then try again.";
  return line.outerHTML;
}

function warn(html) {
  $(".notice.passing")?.remove();
  place().insertAdjacentHTML("afterbegin", html);
  place().firstElementChild.classList.add("passing");
}

document.addEventListener("htmx:sendError", () => live && warn(reason("")));

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "position" || !place()) return;
  const state = $(".state", place());
  if (state.dataset.full !== full || state.dataset.over !== over) {
    location.reload();
    return;
  }
  say($("#status").textContent);
  if (focused) ($(focused) ?? $("#status")).focus({ preventScroll: true });
  focused = "";
});

let full, over, source;

function listen() {
  const state = $(".state", place());
  full = state.dataset.full;
  over = state.dataset.over;
  if (over === "1") return;
  source?.close();
  source = new EventSource(`${live.dataset.events}?seen=${place().dataset.mark}`);
  source.addEventListener("position", (event) => {
    if (event.data !== place().dataset.mark) refresh();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

if (live) {
  addEventListener("DOMContentLoaded", listen);
  addEventListener("pageshow", (event) => { if (event.persisted) { refresh(); listen(); } });
  addEventListener("pagehide", () => source?.close());
}

// --- The replay ------------------------------------------------------------------------------------------------------

const replay = $("#replay");
if (replay) {
  const slider = $("#step");
  const show = () => htmx.ajax("GET", `${replay.dataset.view}?step=${slider.value}`, { target: "#shown", swap: "innerHTML" });
  let due;
  slider.addEventListener("input", () => { clearTimeout(due); due = setTimeout(show, 60); });
  for (const button of replay.querySelectorAll("[data-by]")) {
    button.addEventListener("click", () => { slider.value = Number(slider.value) + Number(button.dataset.by); show(); });
  }
}
