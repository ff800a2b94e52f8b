#include "core/balance/participant_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/numbers/statistics.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t frames_to_judge = 5;  // their median decides
constexpr double new_in_mean = 0.2;

// Parts of a frame's time. Between resting and waking there is a gap, so that noise does not change the choice.
constexpr double loss_to_rest = 0.005;
constexpr double gain_to_return = 0.01;  // after a trial
constexpr double gain_to_wake = 0.03;
constexpr double loss_to_try = 0.01;      // predicted; the fit may be that far off, and
constexpr double doubt_of_rest = 0.1;     // by this part of what other participants have now, and
constexpr double doubt_by_merging = 2;    // times what merging costs: where borders hardly moved, speeds are a guess
constexpr double most_launch_ms = 0.25;   // of a part, however short; the fit takes it for work
constexpr double most_off = 4;            // times: how much too slow the fit may believe a participant to be
constexpr double short_frame_ms = 0.5;    // not much longer than launches, and
constexpr double doubt_of_short = 2;      // times: how much such a frame's fit may be off
constexpr double loss_to_exchange = 0.2;  // predicted, of one participant alone for another
constexpr double bonus = 1.02;            // of present participants: others of about the same speed do not replace them

constexpr double changed = 0.15;        // logarithm of a time: the participants are no longer what they were,
constexpr int changes_to_believe = 2;   // if medians say so one after the other
constexpr double outgrown = 2;          // what was measured says nothing of frames so much longer
constexpr double out_of_balance = 0.1;  // such a frame says nothing of what its participants can do
constexpr int most_passed_over = 10;

void keep(std::vector<double>& values, double value) {
  if (values.size() == frames_to_judge) values.erase(values.begin());
  values.push_back(value);
}

}  // namespace

ParticipantChoice::ParticipantChoice(std::vector<double> guesses)
    : guesses_(std::move(guesses)), participants_(guesses_.size()), rests_(participants_) {
  for (std::size_t i = 0; i < participants_; ++i) present_.set(i);
}

double ParticipantChoice::compute_ms(ParticipantSet participants, const WorkFit& fit) {
  double speed = 0;
  for (std::size_t i = 0; i < fit.participants(); ++i) speed += participants[i] ? 1 / fit.alone_ms(i) : 0;
  return 1 / speed;
}

double ParticipantChoice::merge_ms(ParticipantSet participants, const WorkFit& fit) const {
  if (participants.count() < 2) return 0;
  const double share_of_first = participants[0] ? compute_ms(participants, fit) / fit.alone_ms(0) : 0;
  return merge_rows_ms_ * (1 - fit.profile().position_of(share_of_first));
}

void ParticipantChoice::learn(const FrameCost& cost, const WorkFit& fit, double growth) {
  for (double& ms : recent_ms_) ms *= growth;
  for (Measured& each : measured_) {
    each.ms *= growth;
    each.growth *= growth;
  }
  std::erase_if(measured_, [](const Measured& each) { return std::abs(std::log(each.growth)) > std::log(outgrown); });
  if (cost.other_rows > 0 && cost.participants.count() > 1) {
    keep(recent_merging_, cost.merge_ms / cost.other_rows);
    merge_rows_ms_ = statistics(recent_merging_).median;
  }

  if (!(cost.ms > 0)) return;
  if (cost.participants != present_) {
    const bool is_of_present = (cost.participants & ~present_).none();
    if (is_of_present) leave_out(present_ & ~cost.participants, fit);
    return;
  }
  if (cost.imbalance < out_of_balance) {
    passed_over_ = 0;
  } else if (passed_over_ < most_passed_over) {
    ++passed_over_;
    if (growth == 1) recent_ms_.clear();
    return;
  }
  keep(recent_ms_, cost.ms);
  if (recent_ms_.size() < frames_to_judge) return;
  if (!note(statistics(recent_ms_).median)) return;
  for (std::size_t i = 0; i < participants_; ++i) {
    if (present_[i] && !fit.tried(i)) return;
  }
  ParticipantSet chosen;
  if (growth == 1) chosen = to_try_alone(fit);
  if (growth == 1 && chosen.none()) chosen = to_try_without_others(fit);
  if (chosen.none()) chosen = best(fit);
  is_trial_ = false;
  if (chosen != present_) change_to(chosen, fit);
}

/// Notes the time of a frame by the present participants. Returns false if it is far from what is known, which one
/// median alone does not change.
bool ParticipantChoice::note(double ms) {
  const Measured* known = measured(present_);
  if (known == nullptr) {
    changes_ = 0;  // they spoke of what is no longer known
    measured_.push_back({present_, ms});
  } else if (std::abs(std::log(ms / known->ms)) > changed) {
    recent_ms_.clear();
    if (++changes_ < changes_to_believe) return false;
    changes_ = 0;
    measured_ = {{present_, ms}};
  } else {
    changes_ = 0;
    const double mean_ms = known->ms + new_in_mean * (ms - known->ms);
    measured_[static_cast<std::size_t>(known - measured_.data())] = {present_, mean_ms};
  }
  for (Rest& each : rests_) each.without_ms = measured(present_)->ms;
  return true;
}

double ParticipantChoice::least_measured_ms() const {
  return std::ranges::min(measured_, {}, &Measured::ms).ms;
}

/// Null if nothing was measured. What holds for several participants is taken to hold for as many others: it makes
/// little difference which of those of about the same speed take part, and each such set would be a trial.
const ParticipantChoice::Measured* ParticipantChoice::measured(ParticipantSet participants) const {
  const auto found = std::ranges::find_if(measured_, [&](const Measured& each) {
    return each.participants == participants ||
           (participants.count() > 1 && each.participants.count() == participants.count());
  });
  return found == measured_.end() ? nullptr : &*found;
}

double ParticipantChoice::expected_ms(ParticipantSet participants, const WorkFit& fit) const {
  if (const Measured* known = measured(participants)) return known->ms;
  const auto by_fit = [&](ParticipantSet each) { return compute_ms(each, fit) + merge_ms(each, fit); };
  // Several participants never finish quite together.
  const bool several = participants.count() > 1 && present_.count() > 1;
  return by_fit(participants) * (several ? std::max(1.0, measured(present_)->ms / by_fit(present_)) : 1);
}

/// The time below which these participants are preferred to the present ones.
double ParticipantChoice::most_ms(ParticipantSet participants, const WorkFit& fit) const {
  const double now_ms = measured(present_)->ms;
  const bool known = measured(participants) != nullptr;
  const bool fewer = (participants & ~present_).none();
  if (fewer && known) return now_ms * (1 + loss_to_rest);
  if (fewer) {
    const bool try_at_any_rate = participants.count() == 1 || participants.count() + 1 == present_.count();
    const double share = compute_ms(present_, fit) / compute_ms(participants, fit);  // that they have now
    const double doubt_ms = (doubt_of_rest * now_ms + doubt_by_merging * merge_ms(present_, fit)) * (1 - share);
    return now_ms * (1 + loss_to_try) + doubt_ms + (try_at_any_rate ? most_launch_ms * (1 / share - 1) : 0);
  }
  const bool exchange = participants.count() == 1 && present_.count() == 1;
  if (exchange && !known) return now_ms * (1 + loss_to_exchange);
  if (exchange && is_trial_) return now_ms;
  return now_ms * (1 - (known && is_trial_ ? gain_to_return : gain_to_wake));
}

/// Returns the least that a participant may take for a frame by itself, in ms: what the fit says of it, or what it
/// would take if the guesses were right of it and of another one. The times of parts tell speeds from work only as far
/// as borders move, so that the fit may be far off; and rows that have to be sent cost what they cost now.
double ParticipantChoice::alone_at_best_ms(std::size_t participant, const WorkFit& fit) const {
  double least = fit.alone_ms(participant);
  for (std::size_t i = 0; i < participants_; ++i) {
    if (fit.tried(i)) least = std::min(least, fit.alone_ms(i) * guesses_[i] / guesses_[participant]);
  }
  return least + (participant > 0 ? merge_rows_ms_ : 0);
}

/// Returns a participant that may be faster alone than everything that was measured, and of which alone nothing was
/// measured; none if there is none. Of short frames the fit knows little, and a trial of them costs little.
ParticipantSet ParticipantChoice::to_try_alone(const WorkFit& fit) const {
  if (present_.count() < 2) return {};
  const double least_ms = least_measured_ms();
  const double enough_ms = least_ms * (least_ms < short_frame_ms ? doubt_of_short : 1 - gain_to_wake);
  for (std::size_t i = 0; i < participants_; ++i) {
    const ParticipantSet alone = ParticipantSet().set(i);
    const bool may_be = fit.alone_ms(i) < most_off * least_ms && alone_at_best_ms(i, fit) < enough_ms;
    if (may_be && measured(alone) == nullptr) return alone;
  }
  return {};
}

/// Returns the fewest participants, the fastest, that would be faster than everything that was measured if merging
/// their rows cost nothing, where that holds of more participants, which were measured, too; none if there are none.
/// What merging costs is known of all together: it may be the rows of one of them that are late.
ParticipantSet ParticipantChoice::to_try_without_others(const WorkFit& fit) const {
  const double enough_ms = least_measured_ms() * (1 - gain_to_wake);
  const Measured& most =
      *std::ranges::max_element(measured_, {}, [](const Measured& each) { return each.participants.count(); });
  if (most.ms - merge_ms(most.participants, fit) > enough_ms) return {};
  ParticipantSet fastest;
  for (const std::size_t participant : by_speed(fit)) {
    fastest.set(participant);
    if (fastest.count() >= most.participants.count()) break;
    if (fastest.count() > 1 && compute_ms(fastest, fit) < enough_ms && measured(fastest) == nullptr) return fastest;
  }
  return {};
}

/// Returns the participants by their times alone, the fastest first; of about the same speed the present ones are
/// first.
std::vector<std::size_t> ParticipantChoice::by_speed(const WorkFit& fit) const {
  std::vector<std::size_t> out(participants_);
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::ranges::stable_sort(out, {}, [&](std::size_t i) { return fit.alone_ms(i) / (present_[i] ? bonus : 1); });
  return out;
}

/// The best set of participants: among the fastest, the two fastest and so on, and each alone, where one is.
ParticipantSet ParticipantChoice::best(const WorkFit& fit) const {
  ParticipantSet out = present_;
  double least_ms = 0;
  const auto consider = [&](ParticipantSet participants) {
    const double ms = expected_ms(participants, fit);
    if (participants == present_ || ms > most_ms(participants, fit) || (out != present_ && ms >= least_ms)) return;
    out = participants;
    least_ms = ms;
  };
  ParticipantSet fastest;
  for (const std::size_t participant : by_speed(fit)) {
    consider(fastest.set(participant));
    if (present_.count() == 1) consider(ParticipantSet().set(participant));
  }
  return out;
}

/// Leaves out participants whose shares were less than a row. One of which nothing was measured yet stays: it is
/// believed to be faster with each frame, until it has a row.
void ParticipantChoice::leave_out(ParticipantSet without_rows, const WorkFit& fit) {
  for (std::size_t i = 0; i < participants_; ++i) {
    if (!without_rows[i] || !fit.tried(i)) continue;
    rests_[i] = {.has_no_row = true};
    present_.reset(i);
    recent_ms_.clear();
    is_trial_ = false;  // those that stay were not chosen to be tried
  }
}

void ParticipantChoice::change_to(ParticipantSet participants, const WorkFit& fit) {
  for (std::size_t i = 0; i < participants_; ++i) {
    if (participants[i] || !present_[i]) continue;
    ParticipantSet with = participants;
    with.set(i);
    rests_[i] = {.saves_ms = compute_ms(participants, fit) - compute_ms(with, fit),
                 .merge_ms = merge_ms(with, fit) - merge_ms(participants, fit),
                 .with_ms = measured(present_)->ms,
                 .without_ms = expected_ms(participants, fit)};
  }
  is_trial_ = measured(participants) == nullptr;
  present_ = participants;
  recent_ms_.clear();
}

std::string ParticipantChoice::why_rests(std::size_t participant) const {
  if (present_[participant]) return {};
  const Rest& rest = rests_[participant];
  if (rest.has_no_row) return "its share would be less than a row";
  if (rest.merge_ms > rest.saves_ms) {
    return fmt::format("it would save {:.2f} ms, but collecting its rows costs {:.2f} ms", rest.saves_ms,
                       rest.merge_ms);
  }
  if (rest.with_ms > rest.without_ms) {
    return fmt::format("a frame takes {:.2f} ms with it and {:.2f} ms without it", rest.with_ms, rest.without_ms);
  }
  return fmt::format("it would save at most {:.2f} ms of {:.2f} ms", rest.without_ms - rest.with_ms, rest.without_ms);
}

}  // namespace heteroscope
