"""What students write in place of ReLU's derivative: shared by all who go back through it."""

BANK = """
relu_mask(k)
    r = (k >= 0) * 1.0                   # the mask

same: r = (k > 0) * 1.0

convention/relu-grad-at-zero: a pre-activation of exactly 0 is masked. That is another convention,
        the frameworks'; in this course relu′(0) = 1.
    r = (k > 0) * 1.0
convention/half-at-zero: a pre-activation of exactly 0 lets half of the gradient through. That is
        another convention: in this course relu′(0) = 1.
    r = np.heaviside(k, 0.5)
omitted-term/relu-mask: the ReLU masks nothing on the way back. Multiply by relu′(k), which
        is 1 or 0; it follows from k, not from h >= 0, which is always true.
    r = np.ones(k.shape)
sign/mask-reversed: the mask lets through what ReLU cuts off. It passes where the unit is on.
    r = (k < 0) * 1.0 || (k <= 0) * 1.0
neighbour-formula/times-h: the size of k multiplies the gradient. relu′(k) is 1 or 0, whatever the
        size of k.
    r = relu(k) || k
neighbour-formula/threshold: the mask begins at a number other than 0. ReLU bends at 0.
    r = (k >= 1) * 1.0 || (k > 1) * 1.0 || (k >= -1) * 1.0 || (k >= 2) * 1.0
neighbour-formula/sign-mask: below 0 the gradient is reversed. relu′ is 1 or 0, never −1.
    r = np.sign(k) || np.where(k >= 0, 1, -1)
neighbour-formula/leaky-mask: the derivative is that of a leaky ReLU. relu′ is 0 below 0.
    r = np.where(k >= 0, 1.0, 0.01) || np.where(k >= 0, 1.0, 0.1) || np.where(k >= 0, 1.0, 0.2)
neighbour-formula/half-mask: half of every gradient passes. relu′ is 1 where the unit is on.
    needs: all-parts
    r = np.full(k.shape, 0.5)
neighbour-formula/other-derivative: the derivative has the form h (1 − h), as for a sigmoid. relu′
        is 1 or 0.
    r = relu(k) * (1 - relu(k)) || sigmoid(k) * (1 - sigmoid(k))
neighbour-formula/tanh-derivative: the derivative has the form 1 − h², as for a tanh. relu′ is 1 or
        0.
    r = 1 - relu(k) ** 2 || 1 - np.tanh(k) ** 2
axis/one-decision-per-unit: one decision per unit masks all rows. Every example has its own mask.
    r = (k[:1] >= 0) * np.ones(k.shape) || (k.mean(0) >= 0) * np.ones(k.shape) || (k.max(0) >= 0) *
        np.ones(k.shape) || (k.min(0) >= 0) * np.ones(k.shape)
axis/one-decision-per-row: each row is masked or passed as a whole. Decide entry by entry.
    r = (k.min(1, keepdims=True) >= 0) * np.ones(k.shape) || (k.max(1, keepdims=True) >= 0) *
        np.ones(k.shape)
integer/k-truncated: a k between −1 and 0 counts as 0. −0.5 is below 0: compare k itself.
    r = (np.trunc(k) >= 0) * 1.0
"""
