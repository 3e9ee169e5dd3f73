"""The engine: statuses, limits, what is put back, and the calls a notebook makes."""

import io
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
import warnings
from contextlib import redirect_stdout

import numpy as np
import pytest

from course_utils import exercises, functions
from misstep.checking import _sentence
from misstep.course import Limits, Session
from misstep.judge import portable, sandbox
from misstep.judge.compare import Tolerance, compare


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    monkeypatch.setattr(exercises.COURSE, "session", Session())


def check_step(fn):
    return exercises.check("step", fn)


# --- not attempted, failed, error --------------------------------------------------------


def only_docstring(x):
    """Nothing yet."""


def only_pass(x):
    pass


def only_dots(x):
    ...


def returns_none(x):
    return None


@pytest.mark.parametrize("fn", [only_docstring, only_pass, only_dots, returns_none])
def test_empty_bodies_are_not_attempted(fn):
    assert check_step(fn).status == "not attempted"


def test_computing_without_return_is_failed():
    def no_return(x):
        np.heaviside(x, 0.0)

    result = check_step(no_return)
    assert (result.status, result.misconception) == ("failed", "missing-return/none")


def test_not_a_function_is_failed():
    result = check_step(3.0)
    assert result.status == "failed" and "should be a function" in result.message


def test_wrong_number_of_arguments_is_explained():
    result = check_step(lambda x, y: x)
    assert result.status == "error" and "step(x)" in result.message


def test_one_exercise_reads_one_file_of_records():
    code = """if True:
        import sys
        from course_utils.exercises import record
        record("softmax")
        print([name for name in sys.modules if name.startswith("exercises_of") and ".nb" in name])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().replace("exercises_of_nonlinear_models", "…") == (
        "['….nb04', '….nb04.softmax']")


def test_unknown_exercise_names_the_likeliest_and_no_list():
    with pytest.raises(KeyError, match="did you mean 'softmax'") as info:
        exercises.check("sofmax", len)
    assert len(str(info.value)) < 100
    with pytest.raises(KeyError, match="no exercise 'zzz'"):
        exercises.check("zzz", len)


@pytest.mark.parametrize("value, word", [
    ("text", "a string"), ([1, [2, 3]], "ragged"), (iter([1]), "list_iterator"),
    ({1: 2}, "dict"), (np.array(["a"]), "an array of text"),
])
def test_wrong_types_are_named(value, word):
    result = check_step(lambda x: value)
    assert result.status == "failed" and result.difference.rung == "type"
    assert word in str(result)


def test_generator_is_no_result():
    def lazy(x):
        yield from np.heaviside(x, 0)

    result = check_step(lazy)
    assert result.status == "failed" and "generator" in str(result)


def test_exception_names_error_and_line():
    def broken(x):
        return undefined_name + 1  # noqa: F821

    result = check_step(broken)
    assert result.status == "error" and "`undefined_name`" in result.message
    assert "NameError" in str(result) and "undefined_name + 1" in str(result)


def test_changed_argument_is_reported(isolation):
    def in_place(x):
        result = np.heaviside(x, 0.0)
        if isinstance(x, np.ndarray):
            x[...] = 0
        return result

    result = check_step(in_place)
    assert (result.status, result.misconception) == ("failed", "in-place/argument-changed")
    assert "`x`" in result.message


def test_view_of_the_argument_is_judged_by_its_values():
    assert exercises.check("xor_with_step_units",
                           lambda f: np.abs(f[:, 0] - f[:, 1]).round()).status == "passed"


def test_memory_between_calls_is_found():
    seen, last = [], len(exercises.record("step").cases())

    def remembers(x):
        seen.append(1)
        return np.heaviside(x, 0.0) + (len(seen) > last)

    result = check_step(remembers)
    assert (result.status, result.misconception) == ("failed", "in-place/kept-between-calls")


def test_an_answer_that_changes_from_call_to_call_is_told():
    result = check_step(lambda x: np.heaviside(x, 0.0) + np.random.random())
    assert (result.status, result.misconception) == (
        "failed", "ignored-argument/another-result-each-time")
    assert "another result each time" in result.message
    assert str(result) == str(check_step(lambda x: np.heaviside(x, 0.0) + np.random.random()))


def test_random_numbers_come_before_any_other_name():
    """The smallest case shows nothing: it is asked of the largest, too."""
    def shuffled(x):
        return -np.heaviside(x, 0.0) * (1 + (np.size(x) > 3) * np.random.random())

    def turned(x):
        return -np.heaviside(x, 0.0)

    assert check_step(turned).misconception.startswith("sign/")
    assert check_step(shuffled).misconception == "ignored-argument/another-result-each-time"


def test_warning_is_a_note_not_a_failure():
    def warns(x):
        np.log(np.zeros(1))
        return np.heaviside(x, 0.0)

    result = check_step(warns)
    assert result.status == "passed" and "divide by zero" in result.notes[0]


# --- limits --------------------------------------------------------------------------------


def forever(x):
    while True: pass  # noqa: E701 - on one line, where line tracing sees nothing


def swallows(x):
    while True:
        try:
            x = x + 0
        except Exception:
            pass


def swallows_everything(x):
    while True:
        try:
            sum(range(10))
        except:  # noqa: E722
            continue


ENDLESS = [forever, pytest.param(swallows, marks=pytest.mark.full), swallows_everything]


@pytest.mark.parametrize("fn", ENDLESS)
@pytest.mark.parametrize("where", [
    "main thread", pytest.param("worker thread", marks=pytest.mark.full)])
def test_endless_loops_end(fn, where, isolation):
    results = []

    def run():
        results.extend(sandbox.observe(fn, [((1.0,), {})] * 3, Limits(call=0.3)))

    start = time.perf_counter()
    if where == "main thread":
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join(20)
    assert len(results) == 1 and results[0].stopped
    assert time.perf_counter() - start < 15  # a bound on hanging, not on speed


def test_endless_answer_gets_its_card():
    start = time.perf_counter()
    result = check_step(forever)
    assert (result.status, result.misconception) == ("error", "endless/not-finished")
    assert "had not returned after 2.5 s" in result.message and "while" in result.where
    assert time.perf_counter() - start < 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_c_call_that_never_returns_is_stopped_in_a_child():
    seen = sandbox.observe(lambda x: sum(itertools.count()), [((1.0,), {})], Limits(call=0.3),
                           isolate=True)
    assert seen[-1].stopped


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_dying_process_is_an_error_not_a_dead_kernel():
    result = check_step(lambda x: os._exit(1))
    assert result.status == "error" and "ended the Python process" in result.message


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_interrupt_goes_through():
    code = """if True:
        import signal, time
        from misstep.judge import sandbox
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it came ignored
        print("ready", flush=True)
        try:
            while True:
                sandbox.observe(lambda x: time.sleep(0.2), [((1.0,), {})], isolate=True)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    kernel = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert kernel.stdout.readline() == "ready\n"
        time.sleep(0.5)
        kernel.send_signal(signal.SIGINT)  # what the stop button sends
        assert kernel.communicate(timeout=30)[0] == "interrupted\n"
    finally:
        kernel.kill()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_an_interrupt_during_the_fork_is_not_lost(monkeypatch):
    fork = os.fork

    def interrupted():
        os.kill(os.getpid(), signal.SIGINT)  # as if pressed in this very moment
        return fork()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        monkeypatch.setattr(os, "fork", interrupted)
        with pytest.raises(KeyboardInterrupt):
            sandbox.observe(lambda x: time.sleep(5), [((1.0,), {})], isolate=True)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    monkeypatch.undo()
    assert check_step(exercises.reference("step")).status == "passed"


CLUMSY = {
    "exit": lambda x: exit(),
    "quit": lambda x: quit(0),
    "SystemExit": lambda x: (_ for _ in ()).throw(SystemExit(0)),
    "input": lambda x: input("value? "),
    "recursion": lambda x: CLUMSY["recursion"](x),
    "memory": lambda x: np.ones(10**12),
    "assert": lambda x: (_ for _ in ()).throw(AssertionError),
    "KeyError": lambda x: {}[0],
}


@pytest.mark.parametrize("name", CLUMSY)
def test_clumsy_answers_are_errors_and_the_next_one_works(name, isolation):
    assert check_step(CLUMSY[name]).status == "error"
    assert check_step(exercises.reference("step")).status == "passed"


def test_global_state_is_put_back(isolation):
    def meddles(x):
        random.seed(1), np.random.seed(1)
        np.set_printoptions(precision=1)
        np.seterr(all="raise")
        warnings.simplefilter("ignore")
        return np.heaviside(x, 0.0)

    random.seed(5), np.random.seed(5)
    before = (random.getstate(), np.random.get_state()[1].copy(), np.get_printoptions(),
              np.geterr(), list(warnings.filters))
    assert check_step(meddles).status == "passed"
    after = (random.getstate(), np.random.get_state()[1].copy(), np.get_printoptions(),
             np.geterr(), list(warnings.filters))
    for b, a in zip(before, after, strict=True):
        assert np.array_equal(b, a) if isinstance(b, np.ndarray) else b == a


def test_megabytes_of_print_are_cut(isolation):
    def talks(x):
        for _ in range(20_000):
            print("again and again " * 5)
        return np.heaviside(x, 0.0)

    out = io.StringIO()
    with redirect_stdout(out):
        result = check_step(talks)
    assert result.status == "passed" and out.getvalue() == ""
    assert len(result.observation.printed) <= sandbox.PRINT_LIMIT + 10
    assert len(str(result)) < 1000


def test_huge_result_is_a_type_error_of_its_own():
    result = check_step(lambda x: np.zeros(5_000_000, dtype=bool))
    assert result.status == "failed"


def test_child_and_same_process_agree(monkeypatch):
    answers = [exercises.reference("step"), lambda x: np.sign(x), only_pass,
               lambda x: 1 / 0]
    child = [check_step(f) for f in answers]
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    same = [check_step(f) for f in answers]
    assert [(r.status, r.misconception) for r in child] == [
        (r.status, r.misconception) for r in same]


# --- comparison ---------------------------------------------------------------------------


@pytest.mark.parametrize("got", [1, 1.0, np.float32(1), np.array(1), True, 1 + 0j, 1.00005])
def test_one_number_in_many_dresses(got):
    assert compare(1.0, portable.portable(got), Tolerance()) is None


@pytest.mark.parametrize("got", [1.001, np.nan, np.inf, [1.0], np.ones((1, 1)), None, "1"])
def test_other_numbers_differ(got):
    assert compare(1.0, portable.portable(got), Tolerance()) is not None


def test_tolerance_scales_with_the_largest_entry():
    want = np.array([1e4, 0.0])
    assert compare(want, want + [0.9, 0.009], Tolerance()) is None
    assert compare(want, want + [0.0, 0.02], Tolerance()) is not None


def test_dict_keys_must_be_exact():
    want = {"H": np.ones(2), "U": np.ones(2)}
    assert "missing: 'U'" in compare(want, {"H": np.ones(2)}, Tolerance()).sentence
    assert "not asked for: 'V'" in compare(want, want | {"V": 1}, Tolerance()).sentence
    diff = compare(want, {"H": np.ones(2), "U": np.zeros(2)}, Tolerance())
    assert (diff.part, diff.index, diff.expected) == ("U", (0,), 1.0)


def test_lists_and_tuples_count_as_results():
    assert compare((np.ones(2), 1.0), [[1, 1], 1], Tolerance(), ("w", "b")) is None
    assert compare((np.ones(2), 1.0), [1, 1, 1], Tolerance(), ("w", "b")).rung == "type"
    assert compare((np.ones(2), np.ones(2)), np.ones((2, 2)), Tolerance()) is None
    one = compare((np.ones(2), np.ones(2)), np.ones(2), Tolerance(), ("rows", "cosines"))
    assert one.sentence == "expected 2 results (rows, cosines), got an array of shape (2,)"


# --- generic relations ---------------------------------------------------------------------


def diagnosis_of(change, id="line_accuracy"):
    reference = exercises.reference(id)
    return exercises.check(id, lambda *a: change(reference(*a), *a)).misconception


def test_factor_is_named_in_course_terms():
    assert diagnosis_of(lambda r, X, y, w, b: r / len(y)) == "factor/t-times-too-small"
    assert diagnosis_of(lambda r, *a: 3 * r) == "factor/3-times-too-large"
    assert diagnosis_of(lambda r, *a: -r) == "sign/flipped"


def test_honest_silence_where_nothing_fits():
    result = exercises.check("line_accuracy", lambda X, y, w, b: 0.123)
    assert result.misconception is None and "no known mistake" in result.message


def test_nearly_right_is_said_by_the_worst_entry():
    right = exercises.reference("sigmoid")
    near = exercises.check("sigmoid", lambda x: right(x) * (1 + 0.003 * np.cos(right(x))))
    far = exercises.check("sigmoid", lambda x: right(x) * (1 + 0.9 * np.cos(right(x)) ** 9))
    assert "They are close (at most 0.3 % off)" in near.message
    assert far.misconception is None and "close" not in far.message


def test_a_variable_at_the_start_of_a_sentence_keeps_its_case():
    r = exercises.record("leaky_relu")
    assert _sentence(r, "alpha stands twice") == "alpha stands twice"
    assert _sentence(r, "w is a column") == "w is a column"
    assert _sentence(r, "a sum is missing") == "A sum is missing"
    assert _sentence(r, "the sign is lost") == "The sign is lost"


def test_scalar_only_code_is_recognised():
    result = check_step(lambda x: 1 if x > 0 else 0)
    assert result.misconception == "shape/one-number-only"


# --- what a notebook calls -------------------------------------------------------------------


def test_decorator_keeps_a_right_answer_and_replaces_the_others(capsys):
    answer = exercises.record("step").right[1]
    assert exercises.exercise("step")(answer).__wrapped__ is answer
    wrong = exercises.exercise("step")(np.sign)
    assert wrong is exercises.reference("step")
    assert "Right" in capsys.readouterr().out
    assert exercises.state()["step"].status == "failed"


def test_hints_are_graded_and_end(capsys):
    for _ in range(4):
        exercises.hint("step")
    said = capsys.readouterr().out
    assert "Hint 1 of 3" in said and "Hint 3 of 3" in said and "last hint" in said


def test_hint_speaks_of_the_last_attempt(capsys):
    exercises.exercise("step")(np.sign)
    exercises.hint("step")
    assert "Your last attempt gave -1 where 0 is right" in capsys.readouterr().out


def test_a_formula_as_a_hint_ends_before_the_last_attempt(capsys):
    exercises.exercise("swish")(lambda x, beta=1.0: np.asarray(x) * beta)
    for _ in range(3):
        exercises.hint("swish")
    said = capsys.readouterr().out
    assert exercises.record("swish").hints[2][-1] not in ".?!"
    assert f"{exercises.record('swish').hints[2]}. Your last attempt gave" in said


def test_solution_shows_code_formula_and_variation(capsys):
    exercises.solution("xor_dataset")
    said = capsys.readouterr().out
    assert "def xor_dataset" in said and "XOR" in said and "vary" in said
    assert "X = np.array" in said and "Notes" not in said  # the lesson, not the manual


def test_progress_counts(capsys):
    exercises.exercise("xor_dataset")(
        lambda: (np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])))
    exercises.exercise("line_accuracy")(lambda X, y, w, b: 0.123)
    capsys.readouterr()
    exercises.progress("01")
    said = capsys.readouterr().out
    assert "1 of 6 exercises of notebook 01 are right; the others take about" in said
    assert "✗ Not yet" in said and "Met on the way" not in said
    exercises.progress("99")
    assert "no exercises for '99'. Known: 00, 00b" in capsys.readouterr().out


def test_progress_sums_up_what_was_met(capsys):
    reference = exercises.reference("line_accuracy")
    for scale in (-1, -1, 3):
        exercises.exercise("line_accuracy")(lambda *args, scale=scale: scale * reference(*args))
    capsys.readouterr()
    exercises.progress("01")
    said = capsys.readouterr().out
    assert said.count("The result has the opposite sign.") == 1
    assert "3 times too large" in said and "worth a second look" in said


def test_lectures_lists_the_concepts(capsys):
    exercises.lectures("01")
    said = capsys.readouterr().out
    assert "NPFL129-convex-regions" in said and "17 concepts" in said
    with pytest.raises(KeyError, match="01"):
        exercises.lectures("99")


def test_why_replays_the_failing_case(capsys):
    assert exercises.why("step") is None
    exercises.exercise("step")(np.sign)
    replay = exercises.why("step")
    assert np.array_equal(replay.got, np.sign(replay.args[0]))
    assert np.array_equal(replay.call(), replay.got)
    assert "expected" in repr(replay)


def test_rows_of_a_replay_stand_below_each_other_and_numbers_are_numbers():
    exercises.exercise("softmax")(
        lambda z: functions.softmax(z) if np.ndim(z) < 2 else np.zeros_like(z))
    _, *rest = repr(exercises.why("softmax")).split("\n  expected")[1].split("\n")[:3]
    assert {row.rindex("[") for row in rest} == {len("  expected = [")}
    exercises.exercise("expected_calibration_error")(lambda *given: np.float64(7))
    said = repr(exercises.why("expected_calibration_error"))
    assert "got      = 7.0" in said and "= np.float64" not in said


def test_student_text_is_escaped():
    def talks(x):
        print("<script>alert(1)</script>")
        raise ValueError("<img src=x>")

    page = check_step(talks)._repr_html_()
    assert "<script>" not in page and "<img" not in page and "&lt;img" in page


def test_changed_and_put_back_is_not_changed():
    def there_and_back(x):
        if isinstance(x, np.ndarray) and x.dtype == float:
            x += 1e-5
            x -= 1e-5
        return np.heaviside(x, 0.0)

    calls = [((np.array([0.1, -3.0]),), {})]
    assert sandbox.observe(there_and_back, calls)[0].changed == ()


def test_deleted_argument_is_a_change():
    def empties(params):
        params.clear()
        return 0.0

    assert sandbox.observe(empties, [(({"a": np.ones(2)},), {})])[0].changed == (0,)


def test_thread_left_running_does_no_harm(isolation):
    def leaves_thread(x):
        threading.Thread(target=time.sleep, args=(3,), daemon=True).start()
        return np.heaviside(x, 0.0)

    assert check_step(leaves_thread).status == "passed"
    assert check_step(exercises.reference("step")).status == "passed"


def test_nearly_endless_is_not_stopped_as_long_as_it_returns():
    def slow(x):
        time.sleep(0.1)
        return np.heaviside(x, 0.0)

    assert check_step(slow).status == "passed"


def test_all_calls_together_are_limited():
    seen = sandbox.observe(lambda x: time.sleep(0.2), [((1.0,), {})] * 5, Limits(total=0.3))
    assert seen[-1].stopped and len(seen) < 5 and "together" in seen[-1].detail


def test_a_second_fault_on_lists_does_not_hide_the_first():
    def half_at_zero(x):
        x + 1.0  # a list cannot do that
        return np.heaviside(x, 0.5)

    result = check_step(half_at_zero)
    assert result.misconception == "convention/half-at-zero"
    assert "Try lists again once this is fixed: np.asarray(…)" in result.message


def test_a_function_without_return_is_told_so_where_another_input_raises():
    def only_prints(z):
        print(z.sum())

    result = exercises.check("softmax", only_prints)
    assert result.finding == "The function computes but returns nothing."


def test_of_a_single_number_the_result_is_said_and_not_every_entry():
    loss = exercises.reference("cross_entropy")
    result = exercises.check("cross_entropy", lambda z, y: 3.7 * loss(z, y))
    assert result.finding == "The result is exactly 3.7 times too large."


# --- derivatives by differences ------------------------------------------------------------------


def central(f, x, h=1e-5):
    """Central differences of f, entry by entry."""
    x = np.array(x, float)
    moved = (np.array([s * h * (np.arange(x.size) == i) for s in (1, -1)]).reshape(2, *x.shape)
             for i in range(x.size))
    return np.array([(f(x + up) - f(x + down)) / (2 * h) for up, down in moved]).reshape(x.shape)


BY_DIFFERENCES = {
    "sigmoid_grad": lambda x: (functions.sigmoid(np.asarray(x, float) + 1e-5)
                               - functions.sigmoid(np.asarray(x, float) - 1e-5)) / 2e-5,
    "bernoulli_nll_gradient": lambda w, X, y: central(
        lambda v: np.mean(np.logaddexp(0, X @ v) - y * (X @ v)), w),
    "poisson_nll_gradient": lambda w, X, y, years: central(
        lambda v: np.mean(years * np.exp(X @ v) - y * (X @ v)), w),
    "softmax_jacobian": lambda z: [central(lambda q, i=i: functions.softmax(q)[i], z)
                                   for i in range(len(z))],
    "ce_logits_gradient": lambda z, T: functions.numerical_gradient(
        lambda q: np.mean(functions.logsumexp(q) - (T * q).sum(1)), np.asarray(z, float)),
}


@pytest.mark.parametrize("id", BY_DIFFERENCES)
def test_a_derivative_by_differences_passes_with_a_remark(id):
    result = exercises.check(id, BY_DIFFERENCES[id])
    assert result.status == "passed", result
    [remark] = result.notes
    assert "digits" in remark and "difference of two values" in str(result)


@pytest.mark.parametrize("id", BY_DIFFERENCES)
def test_a_derivative_by_a_formula_passes_without_one(id):
    known = exercises.record(id).judge.known
    for fn in (exercises.record(id).reference, known.right(), *known.styles):
        result = exercises.check(id, fn)
        assert result and not any("digits" in note for note in result.notes)


def test_where_a_difference_loses_its_digits_it_is_refused():
    def temperature_slope(z, y, tau):
        up, down = (np.mean(functions.logsumexp(z / s) - z[np.arange(len(y)), y] / s)
                    for s in (tau + 1e-5, tau - 1e-5))
        return (up - down) / 2e-5

    result = exercises.check("temperature_slope", temperature_slope)
    assert result.misconception == "neighbour-formula/numerical-difference"


# --- 1.6: each input may be a little off --------------------------------------------------------


@pytest.mark.parametrize(("answer", "name"), [
    (lambda f: f.astype(int)[:, 0] ^ f.astype(int)[:, 1], "integer/cut-to-whole-numbers"),
    (lambda f: ((f.sum(axis=1) > 0) * 1 - (f.sum(axis=1) > 1) * 1 > 0) * 1,
     "convention/line-through-corner"),
    (lambda f: f[:, 0] != f[:, 1], "convention/no-room"),
])
def test_a_corner_keeps_its_label_wherever_it_moves(answer, name):
    result = exercises.check("xor_with_step_units", answer)
    assert (result.status, result.misconception) == ("failed", name)


# --- what a stub does not promise ---------------------------------------------------------------


def masks_and_arithmetic(x, alpha):
    p = np.asarray(x >= 0, float)
    return p + alpha * (1 - p), (1 - p) * x


@pytest.mark.parametrize(("id", "answer"), [
    ("prelu_grads", masks_and_arithmetic), ("relu_grad", lambda x: (x >= 0) * 1.0),
    ("sigmoid_grad", lambda x: np.exp(-abs(x)) / (1 + np.exp(-abs(x))) ** 2),
    ("softplus", lambda x: np.maximum(x, 0) + np.log1p(np.exp(-abs(x)))),
    ("relu", lambda x: x * (x > 0)),
])
def test_a_list_that_no_stub_promises_costs_nobody_a_pass(id, answer):
    result = exercises.check(id, answer)
    assert result.status == "passed" and any("lists would need" in note for note in result.notes)


def test_nothing_is_said_of_lists_where_they_are_taken_or_promised():
    takes = exercises.check("relu_grad", lambda x: np.where(np.asarray(x) >= 0, 1, 0))
    assert takes.status == "passed" and takes.notes == ()
    promised = exercises.check("sigmoid", lambda x: np.exp(-np.logaddexp(0, -1.0 * x)))
    assert promised.status == "error" and "list" in str(promised)


@pytest.mark.parametrize("wrong", [lambda x, a: (np.where(x > 0, 1.0, a), np.minimum(x, 0))])
def test_a_wrong_answer_hears_nothing_of_lists(wrong):
    result = exercises.check("prelu_grads", wrong)
    assert result.status == "failed" and "list" not in result.message


@pytest.mark.parametrize("b", [[[-0.5, -1.5]], [-0.5, -1.5]])
def test_both_shapes_of_a_bias_that_the_stub_of_1_5_names_are_right(b):
    assert exercises.check("xor_step_weights", lambda: (
        np.ones((2, 2)), np.array(b), np.array([1.0, -2.0]), -0.5))
