"""2.3 n_monomials: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    """The last three, as products of floats, in one order or the other, end just below."""
    pairs = ((2, 2, "two inputs, degree 2"), (1, 37, "one input, degree 37"),
             (2, 3, "two inputs, degree 3"), (3, 2, "three inputs, degree 2"),
             (5, 1, "degree 1"), (4, 0, "degree 0"), (1, 1, "one input, degree 1"),
             (4, 4, "four inputs, degree 4"), (10, 3, "ten inputs, degree 3"),
             (20, 1, "twenty inputs, degree 1"),
             (4, 10, "four inputs, degree 10"), (4, 11, "four inputs, degree 11"),
             (6, 7, "six inputs, degree 7"))
    return [Case((d, p), name) for d, p, name in pairs]


def by_recursion(d, degree):
    if d == 0 or degree == 0:
        return 1
    return by_recursion(d - 1, degree) + by_recursion(d, degree - 1)


def by_product(d, degree):
    n = 1.0
    for i in range(1, degree + 1):
        n = n * (d + i) / i
    return n


def float_product(n, k, quotient=lambda n, k, i: (n - i) / (k - i)):
    """n over k as a product of floats, factor by factor."""
    return math.prod(quotient(n, k, i) for i in range(k))


def upwards(n, k, i):
    return (n - k + i + 1) / (i + 1)


def in_64_bits(n, k):
    """n over k from products of NumPy integers, which are cut off at 64 bits."""
    with np.errstate(over="ignore"):
        return int(np.arange(n - k + 1, n + 1).prod() // np.arange(1, k + 1).prod())


BANK = """
n_monomials(d, degree)
    p = degree                           # the degree
    n = d + p                            # stars and bars
    o = math.comb(n, p)

right: o = math.factorial(d + p) // math.factorial(d) // math.factorial(p)
right: o = np.float32(sum(math.comb(d + k - 1, k) for k in range(p + 1)))

integer/float-product: some counts are 1 too small, like a float that ends just below an integer and
        is cut down. Multiply and divide integers, or round.
    o = int(float_product(n, p)) || int(float_product(n, p, lambda n, k, i: (n - i) / (i + 1)))
    o = int(float_product(n, p, upwards)) || int(float_product(n, d, upwards)) ||
        int(float_product(n, d)) ||
        int(math.exp(math.lgamma(n + 1) - math.lgamma(d + 1) - math.lgamma(p + 1)))
integer/each-quotient: your count is the result of rounding down each quotient. Multiply first, then
        divide: nothing is lost.
    o = math.prod((d + i) // i for i in range(1, p + 1)) || math.prod((p + i) // i for i in range(1,
        d + 1))
integer/overflow: large counts are wrong, like products that are cut off at 64 bits. Python's own
        integers have no limit: use math.comb, or int() before the product.
    o = in_64_bits(n, p) || in_64_bits(n, d)
neighbour-formula/exactly-this-degree: you count only monomials of exactly this degree. Count all
        degrees from 0 to the highest.
    o = math.comb(n - 1, p)
neighbour-formula/degree-per-input: you count the exponents of the inputs as if each were free. They
        add up to at most the degree.
    o = (p + 1) ** d || p ** d || p ** d + 1 || (p + 1) ** d - 1 || (p + 1) ** d // 2
duplicates/order-counted: you count x1 x2 and x2 x1 as two monomials. Order does not matter.
    o = sum(d ** k for k in range(p + 1)) || d ** p || (d + 1) ** p || d ** p + 1 || sum(d ** k for
        k in range(1, p + 1))
duplicates/order-of-choice: you count the order in which the places are chosen. Choices that differ
        only in their order are the same.
    o = math.perm(n, p) || math.factorial(n) // math.factorial(p)
omitted-term/no-mixed-products: you count only powers of single inputs. x1 x2 is a monomial too.
    o = d * p + 1 || d * p || d * (p + 1)
omitted-term/no-repeats: you don't count squares and higher powers. A factor may occur twice.
    o = sum(math.comb(d, k) for k in range(p + 1)) || math.comb(d, p) || 2 ** d
neighbour-formula/sum: you add d and the degree. Try two inputs and degree 3 by hand: there are ten.
    o = d + p || d + p + 1
ignored-argument/degree: the degree makes no difference. The higher it is, the more monomials there
        are.
    o = (d + 1) * (d + 2) // 2 || d + 1 || d * (d + 1) // 2 || 1 + d + math.comb(d, 2)
ignored-argument/d: the number of inputs makes no difference. The more inputs, the more monomials.
    o = p + 1 || (p + 1) * (p + 2) // 2
ignored-argument/both: your count is 6, whatever d and degree are. That is right for two inputs and
        degree 2.
    o = 6
omitted-term/no-linear-terms: your count leaves out the inputs themselves. The constant and x1, …,
        xd are monomials too.
    o = math.comb(n, p) - d || math.comb(n, p) - d - 1
neighbour-formula/other-binomial: you use another binomial coefficient. What is chosen from what?
        Draw stars and bars for two inputs and degree 2.
    o = math.comb(d * p, p) || math.comb(n, 2) || math.comb(p, d) || math.comb(p, n)
neighbour-formula/subsets: you count the subsets of d + degree things. Only those of one size count.
    o = 2 ** n
omitted-term/pairs-alone: you count powers of one input and plain pairs, pairs at every degree. x1
        x2 needs degree 2; from degree 3 on there are x1² x2, x1 x2 x3 and more.
    o = d * p + 1 + math.comb(d, 2)
omitted-term/above-degree-2: you count nothing above degree 2. x1³, x1² x2 and x1 x2 x3 have degree
        3: sum over all degrees up to the highest.
    o = sum(math.comb(d + k - 1, k) for k in range(min(p, 2) + 1))
off-by-one/exponents: you don't count the highest power of each input. Exponents run from 0 to the
        degree, both included.
    o = math.comb(n, p) - d * (p > 0)
off-by-one/result: your count is one too large. There is one monomial of degree 0, the constant.
    o = math.comb(n, p) + 1
missing-return/first-degree-only: your count is d. Those are the monomials of degree 1: add up all
        degrees, from 0 to the highest.
    o = d
missing-return/constant-only: your count is 1, whatever d and degree are. The constant is one
        monomial: which others are there?
    o = 1
neighbour-formula/factorials: you return (d + degree)!. It counts orders too: divide by the
        factorials of both numbers.
    o = math.factorial(n)
neighbour-formula/product-of-factorials: you multiply the factorials of d and of the degree. Divide
        (d + degree)! by that product.
    o = math.factorial(d) * math.factorial(p)
shape/list-of-monomials: you return as many things as there are monomials. Return their number.
    o = [0] * math.comb(n, p)
"""

EXERCISE = Exercise(
    id="n_monomials", title="Count the monomials", notebook="02", number="2.3",
    signature="n_monomials(d, degree)", lecture=("CS577-featuremap-2d",), minutes=5,
    difficulty=2, reference=functions.n_monomials, cases=cases, bank=BANK,
    held={"degree": (2, 3), "d": (1, 2)},
    hints=("Write the six monomials of degree at most 2 in two inputs. And of degree 3?",
           "Put degree many stars and d bars in a row: the bars cut the stars into exponents, "
           "the last heap is not used. How many such rows are there?",
           "D = C(d + p, p): math.comb(d + degree, degree)"),
    formula="D = C(d + p, p)",
    variation="how many features has a degree-5 map of the 64 pixels of a digit?",
    right=(by_recursion, by_product, lambda d, p: round(float_product(d + p, p))),
    awkward=by_product,
    heads=("n_monomials(2, 2)", "n_monomials(1, 4)", "n_monomials(3, 3)"),
)
