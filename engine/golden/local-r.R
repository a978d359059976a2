# Writes local-r.json: reference numbers for the local forecasters from R and its forecast package.
# Run from this folder: Rscript local-r.R
suppressMessages(library(forecast))
num <- function(x) paste0("[", paste(format(as.numeric(x), digits = 15, trim = TRUE), collapse = ","), "]")
one <- function(x) format(as.numeric(x), digits = 15, trim = TRUE)
text <- function(x) paste0('"', x, '"')
entry <- function(...) { p <- list(...); paste0("{", paste(paste0('"', names(p), '":', unlist(p)), collapse = ","), "}") }

ets_entry <- function(name, y, model, damped) {
  f <- ets(y, model = model, damped = damped)
  par <- f$par
  get <- function(k, other) if (k %in% names(par)) unname(par[k]) else other
  m <- frequency(y)
  # The first row of the states is the state before the first observation; seasonal states run backwards in time.
  start <- f$states[1, ]
  season <- if (substr(model, 3, 3) == "N") numeric(0) else rev(unname(start[(length(start) - m + 1):length(start)]))
  slope <- if (substr(model, 2, 2) == "N") 0 else unname(start[2])
  entry(series = text(name), model = text(model), damped = tolower(as.character(damped)), period = m,
        alpha = one(get("alpha", 0)), beta = one(get("beta", 0)), gamma = one(get("gamma", 0)), phi = one(get("phi", 1)),
        level = one(start[1]), slope = one(slope), season = num(season),
        deviance = one(-2 * f$loglik), aicc = one(f$aicc), fitted = num(head(fitted(f), 6)),
        mean = num(forecast(f, h = 14, PI = FALSE)$mean))
}
arima_entry <- function(name, y, order, seasonal, mean) {
  f <- arima(y, order = order, seasonal = seasonal, include.mean = mean, method = "ML",
             optim.control = list(reltol = 1e-14, maxit = 1000))
  # R starts differenced models from a wide prior; differencing first gives the exact likelihood of what is left.
  w <- y
  if (seasonal[2] > 0) w <- diff(w, lag = frequency(y))
  if (order[2] > 0) w <- diff(w)
  g <- arima(w, order = c(order[1], 0, order[3]), seasonal = list(order = c(seasonal[1], 0, seasonal[3]), period = frequency(y)),
             include.mean = mean, method = "ML", optim.control = list(reltol = 1e-14, maxit = 1000))
  entry(series = text(name), order = num(order), seasonal = num(seasonal), period = frequency(y),
        constant = tolower(as.character(mean)), coef = num(f$coef), sigma2 = one(f$sigma2), loglik = one(g$loglik),
        mean = num(predict(f, n.ahead = 14)$pred))
}
air <- AirPassengers; nile <- Nile; lynx10 <- log10(lynx); deaths <- USAccDeaths
out <- entry(
  program = text(paste0(R.version.string, "; forecast ", packageVersion("forecast"))),
  # Shares of the value, except likelihoods. R adds the variance to the mean of forms with two multiplicative parts.
  tolerance = entry(ets = "1e-6", etsMultiplicative = "1e-3", likelihood = "1e-4", arimaInSigmas = "0.02", other = "1e-8"),
  series = entry(air = num(air), nile = num(nile), lynx10 = num(lynx10), deaths = num(deaths)),
  ets = paste0("[", paste(
    ets_entry("nile", nile, "ANN", FALSE), ets_entry("nile", nile, "MNN", FALSE), ets_entry("air", air, "MAM", FALSE),
    ets_entry("air", air, "MAM", TRUE), ets_entry("air", air, "MAA", FALSE), ets_entry("deaths", deaths, "ANA", FALSE),
    ets_entry("deaths", deaths, "AAA", TRUE), ets_entry("nile", nile, "AAN", TRUE), sep = ","), "]"),
  arima = paste0("[", paste(
    arima_entry("air", log(air), c(0, 1, 1), c(0, 1, 1), FALSE), arima_entry("nile", nile, c(1, 0, 1), c(0, 0, 0), TRUE),
    arima_entry("lynx10", lynx10, c(2, 0, 0), c(0, 0, 0), TRUE), arima_entry("deaths", deaths, c(0, 1, 1), c(0, 1, 1), FALSE),
    arima_entry("deaths", deaths, c(1, 0, 1), c(1, 1, 0), FALSE), arima_entry("lynx10", lynx10, c(3, 0, 2), c(0, 0, 0), TRUE),
    sep = ","), "]"),
  logOf = text("air"),
  autoArima = entry(airLog = one(auto.arima(log(air))$aicc), deaths = one(auto.arima(deaths)$aicc), lynx10 = one(auto.arima(lynx10)$aicc)),
  decompose = entry(air = num(decompose(air, "multiplicative")$figure), deaths = num(decompose(deaths)$figure)),
  drift = entry(nile = num(rwf(nile, h = 3, drift = TRUE)$mean)),
  snaive = entry(air = num(snaive(air, h = 14)$mean)),
  acf = entry(nile = num(acf(nile, lag.max = 6, plot = FALSE)$acf)),
  ndiffs = entry(air = ndiffs(air), nile = ndiffs(nile), lynx10 = ndiffs(lynx10), deaths = ndiffs(deaths)),
  nsdiffs = entry(air = nsdiffs(air), deaths = nsdiffs(deaths)))
writeLines(out, "local-r.json")
