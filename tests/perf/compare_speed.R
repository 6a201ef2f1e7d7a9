# A stand-in for node core's benchmark/compare.R, for measuring time where no node checkout is at hand. Written anew: the
# same statistics from the same functions of R (read.csv, t.test with a formula, qt, print of a data frame), and the same
# output, but base R only: it loads neither plyr nor ggplot2 and fills whole columns, so it is faster than compare.R itself.

rows <- read.csv(file("stdin"), colClasses = c(rep("character", 3), rep("numeric", 2)))
groups <- split(seq_len(nrow(rows)), paste(rows$filename, rows$configuration))

row_of <- function(indices) {
  group <- rows[indices, ]
  old <- group$rate[group$binary == "old"]
  new <- group$rate[group$binary == "new"]
  base <- mean(old)
  improvement <- sprintf("%.2f %%", (mean(new) - base) / base * 100)
  if (length(old) < 2 || length(new) < 2) return(c("NA", improvement, "NA", "NA", "NA"))
  test <- t.test(rate ~ binary, data = group)
  error <- sqrt(var(old) / length(old) + var(new) / length(new))
  stars <- strrep("*", sum(test$p.value < c(0.05, 0.01, 0.001)))
  widths <- qt(1 - c(0.05, 0.01, 0.001) / 2, test$parameter) * error / base * 100
  c(stars, improvement, sprintf("\u00b1%.2f%%", widths))
}

cells <- vapply(groups, row_of, character(5))
table <- as.data.frame(t(cells))
names(table) <- c("confidence", "improvement", "accuracy (*)", "(**)", "(***)")
options(width = 200)
print(table)
cat(sprintf(paste0(
  "\nBe aware that when doing many comparisons the risk of a false-positive\n",
  "result increases. In this case, there are %d comparisons, you can thus\n",
  "expect the following amount of false-positive results:\n",
  "  %.2f false positives, when considering a   5%% risk acceptance (*, **, ***),\n",
  "  %.2f false positives, when considering a   1%% risk acceptance (**, ***),\n",
  "  %.2f false positives, when considering a 0.1%% risk acceptance (***)\n"),
  nrow(table), nrow(table) * 0.05, nrow(table) * 0.01, nrow(table) * 0.001))
