#include <algorithm>

#include "core/balance/least_squares.hpp"
#include "core/balance/work_fit.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t cells = WorkProfile::cells;

// Unknowns: of each cell, what its log density changes by, then of each participant its log speed; of a moved view two
// more.
constexpr std::size_t unknown_speed(std::size_t participant) {
  return cells + participant;
}
static_assert(unknown_speed(WorkFit::most_lanes) + 2 <= LeastSquares::most_unknowns);

// Standard deviations, of logarithms but for the pan; found by simulation
// (tests/unit/cost_model*_test.cpp), where half or twice as much changed little.
constexpr double density = 10;
constexpr double density_beside_neighbor = 0.7;
constexpr double pan = 0.007;  // of the view's height, beside its velocity
constexpr double first_speed_doubt = 1;
constexpr double least_speed_doubt = 0.1;
constexpr double least_growth = 0.02;

constexpr int most_iterations = 5;
constexpr double converged = 0.03;
constexpr double fastest = 0.05;        // pan, by a frame
constexpr double of_pan_lasting = 0.2;  // taken into the velocity; twice as much or half of it was worse

}  // namespace

void WorkFit::fit(bool moving) {
  moved_by_ = 0;
  for (int i = 0; i < most_iterations; ++i) {
    if (improve(moving) < converged) break;
  }
  if (moving) {
    move(moved_by_, false);
    velocity_ = std::clamp(velocity_ + of_pan_lasting * moved_by_, -fastest, fastest);
    usual_growth_ = std::clamp(std::sqrt((square(usual_growth_) + square(log_growth_)) / 2), least_growth, 1.0);
    share_change();
  }
  for (std::size_t c = 0; c < cells; ++c) {
    believed_.change(c, looseness() * (profile_.log_density(c) - believed_.log_density(c)));
  }
  believed_.normalize();
  believed_log_speed_ = log_speed_;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (!tried_[i]) continue;
    speed_doubt_[i] = std::min(speed_doubt_[i], first_speed_doubt);
    if (!moving && frames_.back().parts[i].frames > 0) {
      speed_doubt_[i] = std::max(0.75 * speed_doubt_[i], least_speed_doubt);
    }
  }
}

/// A step of Gauss-Newton; returns how far it went.
double WorkFit::improve(bool moving) {
  LeastSquares equations(unknown_speed(participants_) + (moving ? 2 : 0));
  add_beliefs(moving, equations);
  for (const SeenFrame& each : frames_) add_frame(each, moving && &each == &frames_.back(), equations);
  const std::span<const double> steps = equations.solve();

  double most = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    profile_.change(c, std::clamp(steps[c], -2.0, 2.0));
    most = std::max(most, std::abs(steps[c]));
  }
  const double log_work = profile_.normalize();
  for (std::size_t i = 0; i < participants_; ++i) {
    const double by = steps[unknown_speed(i)];
    log_speed_[i] += std::clamp(by, -5.0, 5.0) - log_work;
    most = std::max(most, std::abs(by));
  }
  if (moving) {
    moved_by_ = std::clamp(moved_by_ + steps[unknown_speed(participants_)], -fastest, fastest);
    const double growth = steps[unknown_speed(participants_) + 1];
    log_growth_ += growth;
    log_total_ += growth;
    for (Part& part : frames_.back().parts) part.log_ms -= growth;
  }
  return most;
}

/// Each unknown is as it was believed to be, more or less.
void WorkFit::add_beliefs(bool moving, LeastSquares& equations) const {
  using Term = LeastSquares::Term;
  double change = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    const double before = change;
    change = profile_.log_density(c) - believed_.log_density(c);
    equations.add(std::array{Term{c, 1}}, 1 / square(density), -change);
    if (c == 0) continue;
    equations.add(std::array{Term{c - 1, -1}, Term{c, 1}}, 1 / square(density_beside_neighbor * looseness()),
                  before - change);
  }
  for (std::size_t i = 0; i < participants_; ++i) {
    equations.add(std::array{Term{unknown_speed(i), 1}}, 1 / square(speed_doubt_[i] * looseness()),
                  believed_log_speed_[i] - log_speed_[i]);
  }
  if (!moving) return;
  equations.add(std::array{Term{unknown_speed(participants_), 1}}, 1 / square(pan), -moved_by_);
  equations.add(std::array{Term{unknown_speed(participants_) + 1, 1}}, 1 / square(usual_growth_), -log_growth_);
}

/// Adds the equations of a frame's times.
void WorkFit::add_frame(const SeenFrame& frame, bool is_of_moved_view, LeastSquares& equations) const {
  std::array<LeastSquares::Term, cells + 3> terms;
  for (std::size_t i = 0; i < participants_; ++i) {
    const Part& part = frame.parts[i];
    if (part.frames == 0) continue;
    const double begin = part.begin + (is_of_moved_view ? moved_by_ : 0);
    const double end = part.end + (is_of_moved_view ? moved_by_ : 0);
    const double work = profile_.work(begin, end);
    if (work <= 0) continue;
    std::size_t count = 0;
    const double from = std::max(profile_.cell_at(begin), 0.0);
    const double to = std::min(profile_.cell_at(end), static_cast<double>(cells));
    for (auto c = static_cast<std::size_t>(from); static_cast<double>(c) < to; ++c) {
      const double height = std::min(to, static_cast<double>(c + 1)) - std::max(from, static_cast<double>(c));
      terms[count++] = {c, height / WorkProfile::in_view * profile_.density(c) / work};
    }
    terms[count++] = {unknown_speed(i), -1};
    if (is_of_moved_view) {
      terms[count++] = {unknown_speed(participants_), (profile_.density_at(end) - profile_.density_at(begin)) / work};
      terms[count++] = {unknown_speed(participants_) + 1, 1};
    }
    const double variance = square(noise) / part.frames + part.variance;
    equations.add(std::span(terms).first(count), frame.trust / variance, part.log_ms - std::log(work) + log_speed_[i]);
  }
}

/// The view moves down.
void WorkFit::move(double by, bool newest_too) {
  profile_.move(by);
  believed_.move(by);
  believed_.normalize();
  const double log_work = profile_.normalize();
  for (std::size_t i = 0; i < participants_; ++i) {  // so that what is predicted of rows stays
    log_speed_[i] -= log_work;
    believed_log_speed_[i] -= log_work;
  }
  for (SeenFrame& each : frames_) {
    if (!newest_too && &each == &frames_.back()) break;
    for (Part& part : each.parts) {
      part.begin -= by;
      part.end -= by;
      if (!profile_.covers(part.begin, part.end)) part.frames = 0;
    }
  }
}

/// Moves what all participants that took part have in common from their speeds to the total's growth: it holds for
/// those that rest, too.
void WorkFit::share_change() {
  const SeenFrame& newest = frames_.back();
  double sum = 0;
  double weights = 0;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (newest.parts[i].frames == 0) continue;
    const double work = profile_.work(newest.parts[i].begin, newest.parts[i].end);
    sum += work * (log_speed_[i] - believed_log_speed_[i]);
    weights += work;
  }
  const double change = sum / weights;
  log_total_ -= change;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (newest.parts[i].frames == 0) {
      log_speed_[i] = believed_log_speed_[i];
      continue;
    }
    log_speed_[i] -= change;
    for (SeenFrame& each : frames_) each.parts[i].log_ms += change;
  }
}

/// How loosely beliefs are held: the better they have predicted, the less.
double WorkFit::looseness() const {
  return std::clamp(surprise_ / 0.1, 0.3, 1.0);
}

}  // namespace heteroscope
