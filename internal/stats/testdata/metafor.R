# What metafor says of a few small sets of estimates: Paule and Mandel's variance
# between machines, the mean with the interval of Hartung and Knapp, Q. Higgins and
# Thompson's share I2 and the prediction interval with k - 2 degrees of freedom are
# by hand: metafor has another share for this method, and predicts with k - 1.
#
# Made with: Rscript metafor.R > metafor.csv
suppressPackageStartupMessages(library(metafor))
sets <- list(
	equal = list(y = c(0.05, 0.05, 0.05), se = c(0.002, 0.003, 0.001)),
	close = list(y = c(0.0512, 0.0498, 0.0507), se = c(0.002, 0.0031, 0.0015)),
	three = list(y = c(0.051, 0.083, 0.012), se = c(0.002, 0.004, 0.003)),
	four  = list(y = c(-0.31, -0.28, -0.35, -0.22), se = c(0.01, 0.03, 0.02, 0.015)),
	one   = list(y = c(0.1, 0.1, 0.1, 0.1, 0.4), se = c(0.05, 0.05, 0.05, 0.05, 0.01)),
	ten   = list(y = c(0.101, 0.112, 0.095, 0.132, 0.087, 0.108, 0.099, 0.121, 0.104, 0.09),
		se = c(0.012, 0.008, 0.01, 0.02, 0.011, 0.009, 0.013, 0.007, 0.01, 0.015)))
cat(sprintf("# R %s.%s, metafor %s\n", R.version$major, R.version$minor, packageVersion("metafor")))
cat("set,y,se,tau2,mean,mean_se,low,high,q,p_q,i2,predicted_low,predicted_high\n")
for (name in names(sets)) {
	y <- sets[[name]]$y
	se <- sets[[name]]$se
	k <- length(y)
	m <- suppressWarnings(rma(y, sei = se, method = "PM", test = "knha", control = list(tol = 1e-16, maxiter = 10000)))
	half <- qt(0.975, k - 2) * sqrt(m$tau2 + m$se^2)
	numbers <- c(m$tau2, m$beta, m$se, m$ci.lb, m$ci.ub, m$QE, m$QEp,
		max(0, (m$QE - (k - 1)) / m$QE), m$beta - half, m$beta + half)
	numbers[is.nan(numbers)] <- 0
	cat(sprintf("%s,%s,%s,%s\n", name, paste(y, collapse = " "), paste(se, collapse = " "),
		paste(sprintf("%.10g", numbers), collapse = ",")))
}
