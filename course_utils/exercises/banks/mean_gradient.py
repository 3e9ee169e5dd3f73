"""What students write where a gradient is the mean of error times input: shared by 03c's two."""

BANK = """
mean_gradient(e, A, t)
    o = A.T @ e / t

factor/summed: the rows are summed. The loss is a mean over the t rows: divide by t.
    t = 1
factor/columns: the sum is divided by the number of columns, or of entries. Divide by t, the rows.
    t = A.shape[1] || A.size
factor/half-or-double: there is a factor of 2 too much or too little. A likelihood has no square
        that brings a 2.
    e = 2 * e || e / 2
omitted-term/no-input: the inputs are missing. Each row's difference is multiplied by its x.
    o = np.full(len(v), e.sum() / t) || e.mean() * v || np.full(len(v), np.abs(e).sum() / t)
neighbour-formula/means-multiplied: the mean difference is multiplied by the mean input. Multiply
        row by row, then take the mean.
    o = e.mean() * A.mean(0)
neighbour-formula/step: this is the weights after a step. Return the gradient alone.
    o = v - A.T @ e / t || v + A.T @ e / t
shape/each-row: a row for every example comes back. Take the mean over them: shape (d,).
    o = e[:, None] * A || e[:, None] * A / t
shape/residuals: the differences come back without inputs. Multiply by x and take the mean.
    o = e || e / t
shape/column: the result is a table. Shape (d,): one number for each weight.
    o = (A.T @ e / t)[:, None] || (A.T @ e / t)[None, :]
"""
