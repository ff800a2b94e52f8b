#include "app/tune/surrogate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heteroscope {

namespace {

constexpr double usual_ordered = 1.0;  // log of 1 / length² where the whole range is 1
constexpr double usual_named = 0.0;    // of the factor's exponent
constexpr double usual_noise = -7.0;
constexpr double held = 1.5;  // standard deviation of these logs about the usual ones
constexpr double least_noise = -12.0, most_noise = -1.5;
constexpr double jitter = 1e-9;

/// Rows of the Cholesky factor of a matrix whose rows come one by one. False: it is not positive definite.
bool append_row(std::vector<std::vector<double>>& lower, std::vector<double> row) {
  const std::size_t n = lower.size();
  for (std::size_t j = 0; j < n; ++j) {
    double sum = row[j];
    for (std::size_t k = 0; k < j; ++k) sum -= row[k] * lower[j][k];
    row[j] = sum / lower[j][j];
  }
  double rest = row[n];
  for (std::size_t k = 0; k < n; ++k) rest -= row[k] * row[k];
  if (!(rest > 0)) return false;
  row[n] = std::sqrt(rest);
  lower.push_back(std::move(row));
  return true;
}

std::vector<double> forward(const std::vector<std::vector<double>>& lower, std::vector<double> right) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= lower[i][k] * right[k];
    right[i] /= lower[i][i];
  }
  return right;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0;
  for (std::size_t i = 0; i < a.size(); ++i) out += a[i] * b[i];
  return out;
}

/// The mean and the variance under which the values are likeliest, with that covariance up to a factor.
struct Level {
  double mean = 0;
  double variance = 1;
};
Level level_of(const std::vector<std::vector<double>>& lower, const std::vector<double>& values) {
  const std::vector<double> ones = forward(lower, std::vector<double>(values.size(), 1.0));
  const std::vector<double> solved = forward(lower, values);
  const double mean = dot(ones, solved) / std::max(dot(ones, ones), jitter);
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) squares += std::pow(solved[i] - mean * ones[i], 2);
  return {mean, std::max(squares / static_cast<double>(values.size()), 1e-12)};
}

}  // namespace

TuneSurrogate::TuneSurrogate(const TuneFeatures& features, std::vector<std::size_t> pool)
    : features_(features), pool_(std::move(pool)), scales_(usual()) {}

TuneSurrogate::Scales TuneSurrogate::usual() const {
  Scales out{.log_weights = {}, .log_noise = usual_noise};
  for (std::size_t i = 0; i < features_.count(); ++i)
    out.log_weights.push_back(features_.named(i) ? usual_named : usual_ordered);
  return out;
}

double TuneSurrogate::covariance(const std::vector<double>& weights, std::size_t a, std::size_t b) const {
  double squares = 0;
  double names = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double apart = features_.apart(i, a, b);
    (features_.named(i) ? names : squares) += weights[i] * apart;
  }
  const double distance = std::sqrt(3 * squares);
  return (1 + distance) * std::exp(-distance - names);
}

namespace {

std::vector<double> exponentials(const std::vector<double>& logs) {
  std::vector<double> out;
  out.reserve(logs.size());
  for (const double each : logs) out.push_back(std::exp(each));
  return out;
}

}  // namespace

/// Its logarithm, up to a constant, with the scales held near the usual ones.
double TuneSurrogate::likelihood(const Scales& scales, const std::vector<double>& values) const {
  const std::vector<double> weights = exponentials(scales.log_weights);
  const double noise = std::exp(scales.log_noise) + jitter;
  std::vector<std::vector<double>> lower;
  double log_determinant = 0;
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    std::vector<double> row;
    for (std::size_t k = 0; k < i; ++k) row.push_back(covariance(weights, measured_[i], measured_[k]));
    row.push_back(1 + noise);
    if (!append_row(lower, std::move(row))) return -std::numeric_limits<double>::infinity();
    log_determinant += 2 * std::log(lower.back()[i]);
  }
  const auto n = static_cast<double>(values.size());
  double out = -0.5 * (n * std::log(level_of(lower, values).variance) + log_determinant);
  const Scales center = usual();
  for (std::size_t i = 0; i < weights.size(); ++i)
    out -= 0.5 * std::pow((scales.log_weights[i] - center.log_weights[i]) / held, 2);
  return out - 0.5 * std::pow((scales.log_noise - center.log_noise) / held, 2);
}

void TuneSurrogate::fit(const std::vector<std::size_t>& measured, const std::vector<double>& values) {
  measured_ = measured;
  Scales best = scales_;
  double most = likelihood(best, values);
  for (const double step : {1.5, 0.7, 0.35}) {
    for (std::size_t i = 0; i <= best.log_weights.size(); ++i) {
      for (const double change : {-step, step}) {
        Scales tried = best;
        double& moved = i < tried.log_weights.size() ? tried.log_weights[i] : tried.log_noise;
        moved += change;
        tried.log_noise = std::clamp(tried.log_noise, least_noise, most_noise);
        const double reached = likelihood(tried, values);
        if (!(reached > most)) continue;
        most = reached;
        best = std::move(tried);
        break;
      }
    }
  }
  scales_ = std::move(best);
  rebuild(values);
}

void TuneSurrogate::rebuild(const std::vector<double>& values) {
  weights_ = exponentials(scales_.log_weights);
  noise_ = std::exp(scales_.log_noise) + jitter;
  const std::vector<std::size_t> all = std::move(measured_);
  measured_.clear();
  lower_.clear();
  solved_.clear();
  explained_.assign(pool_.size(), 0);
  for (const std::size_t each : all) append(each);
  set_values(values);
}

void TuneSurrogate::append(std::size_t candidate) {
  std::vector<double> row;
  for (const std::size_t each : measured_) row.push_back(covariance(weights_, candidate, each));
  row.push_back(1 + noise_);
  // with the noise on its diagonal it is positive definite, but for rounding
  while (!append_row(lower_, row)) row.back() += 1e-6;
  measured_.push_back(candidate);
  std::vector<double> of_pool(pool_.size());
  const std::vector<double>& factors = lower_.back();
  for (std::size_t i = 0; i < pool_.size(); ++i) of_pool[i] = covariance(weights_, candidate, pool_[i]);
  for (std::size_t k = 0; k < solved_.size(); ++k) {
    const double factor = factors[k];
    const std::vector<double>& before = solved_[k];
    for (std::size_t i = 0; i < pool_.size(); ++i) of_pool[i] -= factor * before[i];
  }
  for (std::size_t i = 0; i < pool_.size(); ++i) {
    of_pool[i] /= factors.back();
    explained_[i] += of_pool[i] * of_pool[i];
  }
  solved_.push_back(std::move(of_pool));
}

void TuneSurrogate::add(std::size_t candidate, const std::vector<double>& values) {
  append(candidate);
  set_values(values);
}

void TuneSurrogate::set_values(const std::vector<double>& values) {
  const Level level = level_of(lower_, values);
  mean_ = level.mean;
  variance_ = level.variance;
  std::vector<double> centered = values;
  for (double& each : centered) each -= mean_;
  const std::vector<double> solved = forward(lower_, std::move(centered));
  means_.assign(pool_.size(), mean_);
  for (std::size_t k = 0; k < solved_.size(); ++k) {
    for (std::size_t i = 0; i < pool_.size(); ++i) means_[i] += solved[k] * solved_[k][i];
  }
}

TuneGuess TuneSurrogate::guess(std::size_t i) const {
  return {means_[i], std::sqrt(variance_ * std::max(1 - explained_[i], 0.0))};
}

}  // namespace heteroscope
