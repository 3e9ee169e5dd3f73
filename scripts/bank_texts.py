"""Write all sentences that banks say, each with the code that gets it: one file by bank.

python scripts/bank_texts.py               build/bank_texts/nb04/softmax.txt and its like
python scripts/bank_texts.py 04 softmax    these notebooks and exercises alone
python scripts/bank_texts.py --draw 60     so many of them by lot, to be read by somebody else

A sentence has to be true of each code below it: whoever reads it has written that one.
"""

import argparse
import random
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from course_utils import exercises  # noqa: E402
from misstep.judge.records import bank  # noqa: E402

OUT = ROOT / "build" / "bank_texts"


def solution(r):
    """The named steps of an exercise, as its bank spells them out."""
    steps = (f"    {code if name.startswith('do') else f'{name} = {code}'}  # {noun}"
             for name, (code, noun) in bank(r.id).steps.items())
    return "\n".join([r.signature, *steps])


def texts(r):
    """(exercise, misconception, sentences, code in place of the steps) for each swap."""
    for entry in bank(r.id).entries:
        said = f"{entry.what}. {entry.where}".strip()
        for swap in entry.swaps:
            yield r, entry.id, said, "; ".join(
                code if name.startswith("do") else f"{name} = {code}" for name, code in swap)
        for kind, code in entry.tests:
            yield r, entry.id, said, f"{kind}: {code}"


def write(records):
    """One file by bank."""
    shutil.rmtree(OUT, ignore_errors=True)
    count = 0
    for r in records:
        lines, before = [solution(r), ""], None
        for _, id, said, code in texts(r):
            lines += [] if (id, said) == before else ["", id, f"    {said}"]
            before = id, said
            lines.append(f"        {code}")
            count += 1
        path = OUT / f"nb{r.notebook}" / f"{r.id}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{count} texts of {len(records)} banks in {OUT.relative_to(ROOT)}")


def draw(records, count, seed):
    """So many texts by lot, each with the solution that it changes."""
    found = [text for r in records for text in texts(r)]
    for r, id, said, code in random.Random(seed).sample(found, min(count, len(found))):
        print(f"=== {r.id}: {id}\n{solution(r)}\n--- in place of its step:\n    {code}\n"
              f"--- says: {said}\n")


def main():
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("which", nargs="*", help="notebooks or exercises; all without")
    parser.add_argument("--draw", type=int, metavar="N", help="print N of them by lot")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    records = [r for r in exercises.records()
               if r.bank and (not args.which or {r.id, r.notebook} & set(args.which))]
    if args.draw:
        draw(records, args.draw, args.seed)
    else:
        write(records)


if __name__ == "__main__":
    main()
