#include "core/balance/work_fit.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/balance/least_squares.hpp"

namespace heteroscope {

namespace {

constexpr double least_density = 1e-4;  // of the mean: rows without any work must not weigh nothing

std::size_t index(double cell) {
  return static_cast<std::size_t>(std::clamp(cell, 0.0, static_cast<double>(WorkProfile::cells - 1)));
}

// Found by simulation (tests/unit/cost_model*_test.cpp).
constexpr double unknown_speed_doubt = 3;  // standard deviation of its logarithm: 50 times slower is not unexpected
constexpr double least_guess = 1e-4;
constexpr double most_guess = 10;  // times the fastest participant: even a frame of one row is given away once
constexpr double least_gate = 0.02;
constexpr double good_gate = 0.2;  // above, it may be the work that is not known
constexpr double spike = 3;        // gates: a larger miss is cut
constexpr double step = 5;         // gates: a larger suspicion is a change
constexpr double suspicion_kept = 0.7;
constexpr double trust_kept = 0.8;
constexpr double first_growth = 0.3;
constexpr double most_frames_in_mean = 12;

}  // namespace

WorkProfile::WorkProfile(const std::function<double(double)>& work_above) {
  for (std::size_t c = 0; c < cells && work_above; ++c) {
    const auto top = static_cast<double>(std::clamp(c, beyond, beyond + in_view - 1) - beyond) / in_view;
    const double mean = (work_above(top + 1.0 / in_view) - work_above(top)) * in_view;
    log_density_[c] = std::log(std::max(mean, least_density));
  }
  normalize();
}

double WorkProfile::normalize() {
  for (std::size_t c = 0; c < cells; ++c) {
    density_[c] = std::exp(log_density_[c]);
    above_[c + 1] = above_[c] + density_[c] / in_view;
  }
  const double sum = work(0, 1);
  const double log_sum = std::log(sum);
  for (std::size_t c = 0; c < cells; ++c) {
    log_density_[c] -= log_sum;
    density_[c] /= sum;
    above_[c + 1] /= sum;
  }
  return log_sum;
}

void WorkProfile::move(double by) {
  offset_ += by * in_view;
  const double whole = std::round(offset_);
  if (whole == 0) return;
  offset_ -= whole;
  const auto old = log_density_;
  for (std::size_t c = 0; c < cells; ++c) log_density_[c] = old[index(static_cast<double>(c) + whole)];
}

double WorkProfile::above(double cell) const {
  const double x = std::clamp(cell, 0.0, static_cast<double>(cells));
  const std::size_t c = index(x);
  return above_[c] + (x - static_cast<double>(c)) * density_[c] / in_view;
}

double WorkProfile::density_at(double position) const {
  return density_[index(cell_at(position))];
}

double WorkProfile::position_of(double share) const {
  const double wanted = above(cell_at(0)) + share;
  const auto next = std::upper_bound(above_.begin() + 1, above_.end() - 1, wanted);
  const auto c = static_cast<std::size_t>(next - above_.begin()) - 1;
  const double cell = static_cast<double>(c) + (wanted - above_[c]) / density_[c] * in_view;
  return std::clamp((cell - beyond - offset_) / in_view, 0.0, 1.0);
}

WorkFit::WorkFit(std::span<const double> first_shares, const WorkProfile& profile)
    : participants_(first_shares.size()), profile_(profile), believed_(profile) {
  if (participants_ > most_lanes) throw std::length_error("more processors than a fit supports");
  for (std::size_t i = 0; i < participants_; ++i) log_speed_[i] = std::log(std::max(first_shares[i], least_guess));
  believed_log_speed_ = log_speed_;
  speed_doubt_.fill(unknown_speed_doubt);
}

void WorkFit::learn(std::span<const ParticipantCost> participants, bool same_problem) {
  const bool first = frames_.empty();
  const bool moving = !same_problem && !first;
  if (moving && !was_moving_) {  // nobody knows how far
    surprise_ = 1;
    usual_growth_ = first_growth;
  }
  was_moving_ = moving;
  if (!moving) velocity_ = 0;
  if (velocity_ != 0) move(velocity_, true);

  Misses misses = misses_of(participants);
  const auto known = std::ranges::count(misses.known, true);
  if (known == 0) return;
  log_growth_ = first || moving ? growth_of(misses, participants) : 0;
  log_total_ += log_growth_;
  for (double& miss : misses.miss) miss -= log_growth_;
  if (moving && known == 1) {  // it shows how much work there is now, but not where
    frames_.clear();
    surprise_ = 1;
    velocity_ = 0;
    raise_guesses();
    return;
  }
  judge(misses, moving);
  remember(participants, misses);
  fit(moving);
  raise_guesses();
}

WorkFit::Misses WorkFit::misses_of(std::span<const ParticipantCost> participants) const {
  Misses out;
  out.gate = std::max(surprise_, least_gate);
  for (std::size_t i = 0; i < participants_; ++i) {
    const double work = profile_.work(participants[i].begin, participants[i].end);
    const double ms = participants[i].busy_ms();
    out.known[i] = work > 0 && ms > 0 && std::isfinite(ms);
    if (out.known[i]) out.miss[i] = std::log(ms / (work * alone_ms(i)));
  }
  return out;
}

/// The growth of the total work, as a logarithm: by the time of all participants together; or, if most of them would
/// then be off, since one was interrupted, by the time of another one.
double WorkFit::growth_of(const Misses& misses, std::span<const ParticipantCost> participants) const {
  const auto implausibility = [&](double growth) {
    double out = 0;
    for (std::size_t i = 0; i < participants_; ++i) {
      if (misses.known[i]) out += square(std::min(std::abs(misses.miss[i] - growth) / misses.gate, spike));
    }
    return out;
  };
  double predicted = 0;
  double measured = 0;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (!misses.known[i]) continue;
    const double work = profile_.work(participants[i].begin, participants[i].end);
    predicted += work;
    measured += work * std::exp(misses.miss[i]);
  }
  double best = std::log(measured / predicted);
  for (std::size_t i = 0; i < participants_ && misses.gate <= good_gate; ++i) {
    if (misses.known[i] && implausibility(misses.miss[i]) < 0.8 * implausibility(best) - 1) best = misses.miss[i];
  }
  return best;
}

/// Cuts spikes; where misses of one sign follow each other, the participant's speed has changed.
void WorkFit::judge(Misses& misses, bool moving) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (!misses.known[i]) continue;
    double& miss = misses.miss[i];
    const double most = tried_[i] ? spike * misses.gate : unknown_speed_doubt;
    const double cut = std::clamp(miss, -most, most);
    sum += square(cut);
    ++count;
    if (!tried_[i]) continue;
    suspicion_[i] = suspicion_kept * suspicion_[i] + cut / misses.gate;
    if (moving || misses.gate > good_gate) suspicion_[i] = std::clamp(suspicion_[i], -spike, spike);
    if (std::abs(suspicion_[i]) > step) {
      change_speed(i, miss);
      miss = 0;
    } else {
      miss = cut;
    }
  }
  surprise_ = std::min(1.0, std::sqrt((square(surprise_) + sum / count) / 2));
  if (!moving) return;
  for (SeenFrame& each : frames_) {
    each.moved = true;
    for (Part& part : each.parts) part.variance += std::max(square(surprise_), sum / count);
  }
}

/// The participant takes longer by this logarithm; what it showed of the work holds as before.
void WorkFit::change_speed(std::size_t participant, double log_longer) {
  suspicion_[participant] = 0;
  log_speed_[participant] -= log_longer;
  believed_log_speed_[participant] -= log_longer;
  for (SeenFrame& each : frames_) {
    each.parts[participant].log_ms += log_longer;
    each.parts[participant].variance += square(noise) + square(0.1 * log_longer);
  }
}

bool WorkFit::SeenFrame::same_borders(const SeenFrame& other) const {
  return moved == other.moved && std::ranges::equal(parts, other.parts, [](const Part& a, const Part& b) {
           return a.begin == b.begin && a.end == b.end;
         });
}

void WorkFit::remember(std::span<const ParticipantCost> participants, const Misses& misses) {
  for (SeenFrame& each : frames_) each.trust *= trust_kept;
  SeenFrame frame;
  for (std::size_t i = 0; i < participants_; ++i)
    frame.parts[i] = {.begin = participants[i].begin, .end = participants[i].end};
  const auto found = std::ranges::find_if(frames_, [&](const SeenFrame& each) { return each.same_borders(frame); });
  if (found != frames_.end()) {
    frame.parts = found->parts;
    frames_.erase(found);
  } else if (frames_.size() == most_frames) {
    frames_.erase(frames_.begin());
  }
  for (std::size_t i = 0; i < participants_; ++i) {
    if (!misses.known[i]) continue;
    Part& part = frame.parts[i];
    const double log_ms = std::log(profile_.work(part.begin, part.end)) - log_speed_[i] + misses.miss[i];
    part.frames = std::min(part.frames + 1, most_frames_in_mean);
    part.log_ms += (log_ms - part.log_ms) / part.frames;
    tried_[i] = true;
  }
  frames_.push_back(frame);
}

/// Participants whose guessed share was less than a row have to be tried, too: with few rows, as they may be slow.
void WorkFit::raise_guesses() {
  double fastest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < participants_; ++i) fastest = std::max(fastest, tried_[i] ? log_speed_[i] : fastest);
  for (std::size_t i = 0; i < participants_; ++i) {
    if (tried_[i]) continue;
    log_speed_[i] = std::min(log_speed_[i] + std::log(2), fastest + std::log(most_guess));
    believed_log_speed_[i] = log_speed_[i];
  }
}

}  // namespace heteroscope
