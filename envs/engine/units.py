"""How rules become machine code: in units, by parts of Numba that are not its public interface.

Numba would optimise every function, with all that it calls, and write machine code for it, although rules are called
almost only by other rules. Here a rule is merely translated; what is called from Python, and the few large rules that
many loops call (`keep_apart`), become **units**: a unit takes up all rules that it reaches, is optimised once, and
calls other units by their symbols. Only units are kept on disk. Where Numba's inner parts are not those known here,
`rule` compiles in Numba's own way: the same results, in three to four times the time.
"""

# mypy: disable-error-code="import-untyped, attr-defined, no-untyped-call, misc, no-any-return"

import gc
import hashlib
import os
import pickle
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import llvmlite.binding as ll
from numba.core import compiler, types, typing
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from .diagnosis import explain

failures: list[tuple[Callable[..., Any], Any, Exception]] = []
"""What failed in the compilation under way, the innermost rule first: function, types of its arguments, error."""
listeners: list[Callable[[str | None], None]] = []
"""Each is told the name of every rule that is about to be translated or compiled, and None when that is done."""

_apart: dict[str, "RuleDispatcher"] = {}
_nested: list[None] = []  # as long as compilations are nested
_told: list[str] = []  # the last rule named to the listeners in the compilation under way


class RuleLibrary(JITCodeLibrary):
    """Unoptimised code of one rule, to be taken up by units."""

    inline = False

    def add_llvm_module(self, ll_module: Any) -> None:
        """Takes the code as it is: optimising belongs to the unit."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Links and compiles nothing."""
        if self.inline:
            # Its loops go into vector registers now, or not at all: in a caller that knows their length they are
            # unrolled before (a view of Aztlán took a fourth longer).
            self._optimize_final_module()
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The module of this rule alone, whose functions other modules may hold too."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """For functions that are not rules (a user's own): with everything that the rule calls."""
        module = self.own_module().clone()
        rules, units = _reached(self)
        for library in rules[1:]:
            module.link_in(_module_of(library), preserve=True)
        for unit in units:
            module.link_in(unit._get_module_for_linking(), preserve=True)
        return module


class UnitLibrary(JITCodeLibrary):
    """Machine code of one function with all the rules that it reaches."""

    units: list["UnitLibrary"]
    rules: list[Any]
    key: tuple[str, Any, str]
    bitcode: bytes | None = None

    def take_up(self, root: RuleLibrary) -> None:
        """Collects what the unit is made of."""
        self.rules, self.units = _reached(root)

    def finalize(self) -> None:
        """Links the rules, optimises them together and writes machine code."""
        root, *others = self.rules
        keep = {f.name for m in (self._final_module, root.own_module()) for f in m.functions if not f.is_declaration}
        self._final_module.link_in(root.own_module(), preserve=True)
        for library in others:
            self._final_module.link_in(_module_of(library), preserve=True)
        for function in self._final_module.functions:
            if function.name in keep:
                function.linkage = "external"
            elif not function.is_declaration:
                # Nobody else calls these, so the optimiser may change what they take and give. The loader finds even
                # such symbols by name, hence another one.
                function.linkage = "internal"
                function.name += ".taken_up"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _get_module_for_linking(self) -> Any:
        module = self.own_module().clone()
        for unit in self.units:
            module.link_in(unit._get_module_for_linking(), preserve=True)
        return module

    def own_module(self) -> Any:
        """The optimised code of this unit."""
        if self._shared_module is None and self.bitcode is not None:
            self._shared_module = ll.parse_bitcode(self.bitcode)
        return super()._get_module_for_linking()


def _module_of(library: Any) -> Any:
    return library.own_module() if isinstance(library, RuleLibrary) else library._get_module_for_linking()


def _reached(root: RuleLibrary) -> tuple[list[Any], list[UnitLibrary]]:
    """The libraries that a unit of ``root`` takes up (``root`` first), and the units that it calls."""
    taken: dict[Any, None] = {root: None}
    units: dict[UnitLibrary, None] = {}
    waiting = [root]
    while waiting:
        for library in waiting.pop()._linking_libraries:
            if isinstance(library, UnitLibrary):
                units[library] = None
            elif library not in taken:
                taken[library] = None
                if isinstance(library, RuleLibrary):
                    waiting.append(library)
    return list(taken), list(units)


class _RuleCompiler(compiler.CompilerBase):
    """Numba's usual passes into a `RuleLibrary`, without machine code."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.flags.no_compile = True
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.inline = state.flags.forceinline
        return [compiler.DefaultPassBuilder.define_nopython_pipeline(state)]


class RuleDispatcher(CPUDispatcher):
    """A compiled rule: translated for compiled callers, a unit for Python."""

    apart = False

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: Any = None, cache: "UnitCache | None" = None):
        wanted = {**(targetoptions or {}), "nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func, locals or {}, wanted, _RuleCompiler)
        self._translated: dict[Any, Any] = {}
        if cache is not None:
            self._cache = cache

    @property
    def full_name(self) -> str:
        """Module and name of the function."""
        return f"{self.py_func.__module__}.{self.py_func.__qualname__}"

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For Numba's type inference, when a compiled function calls this rule."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(a) for a in args)  # a plain 3 is an int64 like any other
        if args not in self._translated:
            with _compiling():
                self._translate(args)
        template = typing.make_concrete_template(
            f"CallTemplate({self.py_func.__name__})",
            key=self.py_func.__name__,
            signatures=[result.signature for result in self._translated.values()],
        )
        return template, pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        """The key under which Numba finds the function to be called by a compiled caller."""
        return self._translated[tuple(normalize_signature(sig)[0])].entry_point

    def compile(self, sig: Any) -> Any:
        """The unit for arguments of these types, from disk or made now; called by Python's first call.

        Raises:
            RuleError: A rule cannot be compiled; it says which, where and why.
        """
        with _compiling():
            try:
                return self._unit(sig).entry_point
            except Exception:
                if not failures:
                    raise
                told = explain(*failures[0])
            finally:
                failures.clear()
        raise told  # here, where Numba's error is no longer its context

    def _unit(self, sig: Any) -> Any:
        args = tuple(normalize_signature(sig)[0])
        if args in self.overloads:
            return self.overloads[args]
        result = self._cache.load_overload(args, self.targetctx)
        if result is None:
            self._cache_misses[sig] += 1
            result = self._make_unit(args)
            self._cache.save_overload(args, result)
        else:
            self._cache_hits[sig] += 1
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        self.add_overload(result)
        return result

    def _translate(self, args: Any) -> Any:
        """The rule for compiled callers."""
        if self.apart:
            self._translated[args] = self._unit(args)
        elif args not in self._translated:
            self._translated[args] = self._lower(args)
        return self._translated[args]

    def _lower(self, args: Any) -> Any:
        _tell(self.full_name)
        try:
            with self._compiling_counter:
                result = self._compiler.compile(args, None)
                # Symbols hold a running number, and a unit from disk may have brought the same one.
                while _is_defined(result.fndesc.mangled_name, self.targetctx):
                    result = self._compiler.compile(args, None)
        except Exception as error:
            failures.append((self.py_func, args, error))
            raise
        result = result._replace(entry_point=result.library)
        self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result

    def _make_unit(self, args: Any) -> Any:
        result = self._lower(args) if self.apart else self._translate(args)
        _tell(self.full_name)
        context = result.target_context
        unit = UnitLibrary(context.codegen(), self.py_func.__qualname__)
        unit.enable_object_caching()
        unit.key = (self.full_name, args, result.fndesc.mangled_name)
        unit.take_up(result.library)
        context.create_cpython_wrapper(unit, result.fndesc, result.environment, result.call_helper, release_gil=True)
        entry = context.get_executable(unit, result.fndesc, result.environment)
        environments = _environments(unit)
        for environment in environments:
            context.codegen().set_env(environment.env_name, environment)
        return result._replace(library=unit, entry_point=entry, referenced_envs=environments)


def _is_defined(symbol: str, context: Any) -> bool:
    return bool(context.codegen()._engine.is_symbol_defined(symbol))


def keep_apart(rule: Any) -> None:
    """Makes a large rule a unit of its own, which compiled callers call instead of taking it up."""
    if isinstance(rule, RuleDispatcher):
        rule.apart = True
        _apart[rule.full_name] = rule


def name_of(value: Any) -> str:
    """What a name stands for that a function was bound to: a rule by its full name, or a number."""
    return value.full_name if isinstance(value, RuleDispatcher) else repr(value)


def _environments(unit: UnitLibrary) -> list[Any]:
    """What Numba keeps for functions that touch Python objects (raise an error, for example)."""
    names = [g.name for g in unit._final_module.global_variables if g.name.startswith("_ZN08NumbaEnv")]
    return [e for e in map(lookup_environment, names) if e is not None and e.can_cache()]


def _tell(name: str | None) -> None:
    if name is None and not _told:
        return  # all came from disk
    _told[:] = [name] if name else []
    for listener in listeners:
        listener(name)


@contextmanager
def _compiling() -> Iterator[None]:
    """One thread at a time, without Python's search for cyclic garbage, which takes a third of the translation."""
    with global_compiler_lock:
        collects = gc.isenabled()
        gc.disable()
        _nested.append(None)
        try:
            yield
        finally:
            _nested.pop()
            if collects:
                gc.enable()
            if not _nested:
                _tell(None)


class UnitCache(_Cache):
    """Units of one function on disk, found by the types of the arguments and the kind of processor.

    The folder bears a digest of all sources, so neither paths nor times of files count.
    """

    def __init__(self, function: Any, folder: Path, bound: str = ""):
        self.folder = folder
        self.enabled = True
        self.bound = bound
        name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self.stem = name.replace("<", "").replace(">", "")
        closure = [dumps(cell.cell_contents) for cell in function.__closure__ or ()]
        self.code = repr((function.__module__, function.__code__.co_firstlineno, function.__code__.co_code, closure))

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self.folder)

    def enable(self) -> None:
        """Uses the disk."""
        self.enabled = True

    def disable(self) -> None:
        """Leaves the disk alone."""
        self.enabled = False

    def flush(self) -> None:
        """Forgets everything about the function."""
        for file in self.folder.glob(f"{self.stem}-*.unit"):
            file.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The unit for these argument types, or None."""
        target_context.refresh()
        if not self.enabled:
            return None
        try:
            stored = pickle.loads(self._file(sig, target_context).read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError, ValueError):  # none, or cut off by a crash
            return None
        return _load(stored, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps a unit; a disk that is full or gone costs only the next compilation."""
        if not self.enabled or data.library.has_dynamic_globals:
            return
        file = self._file(sig, data.target_context)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(f".{uuid.uuid4().hex}")
            try:
                part.write_bytes(dumps(_store(data)))
                os.replace(part, file)
            finally:
                part.unlink(missing_ok=True)

    def _file(self, args: Any, target_context: Any) -> Path:
        key = repr((args, target_context.codegen().magic_tuple(), self.code, self.bound))
        return self.folder / f"{self.stem}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.unit"


def _store(result: Any) -> tuple[Any, ...]:
    unit, description = result.library, result.fndesc
    description.typemap = description.calltypes = None  # needed no more, and large
    return (
        unit.name, unit._get_compiled_object(), unit.own_module().as_bitcode(), unit.key,
        [called.key for called in unit.units], description, result.environment, result.signature,
        result.referenced_envs,
    )  # fmt: skip


def _load(stored: tuple[Any, ...], context: Any) -> Any:
    """A stored unit, or None if the units that it calls are not those that it was made with, or its symbol is taken."""
    name, code, bitcode, key, calls, description, environment, signature, environments = stored
    if _is_defined(description.mangled_name, context):
        return None
    units = []
    for called, args, symbol in calls:
        found = _apart[called]._translate(args) if called in _apart else None
        if found is None or found.fndesc.mangled_name != symbol:
            return None
        units.append(found.library)
    codegen = context.codegen()
    unit = UnitLibrary(codegen, name)
    unit.key, unit.units, unit.bitcode = key, units, bitcode
    unit.enable_object_caching()
    unit._set_compiled_object(code)
    unit._finalize_final_module()
    codegen._engine._defined_symbols |= {description.mangled_name, description.llvm_cpython_wrapper_name}
    entry = context.get_executable(unit, description, environment)
    for each in environments:
        codegen.set_env(each.env_name, each)
    return compiler.compile_result(
        typing_context=context.typing_context, target_context=context, entry_point=entry, library=unit,
        fndesc=description, environment=environment, signature=signature, objectmode=False, lifted=(),
        reload_init=(), referenced_envs=environments, typing_error=None, type_annotation="",
    )  # fmt: skip
