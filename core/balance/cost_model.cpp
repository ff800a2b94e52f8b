#include "core/balance/cost_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heteroscope {

namespace {

// Imbalances. In between, borders go part of the way: what noise asks for is not worth going for.
constexpr double to_stay = 0.005;
constexpr double to_go_all_the_way = 0.03;

std::vector<double> shares_of(const std::vector<double>& borders, const WorkProfile& profile) {
  std::vector<double> out;
  double begin = 0;
  for (const double end : borders) {
    out.push_back(profile.work(begin, end));
    begin = end;
  }
  out.push_back(profile.work(begin, 1));
  return out;
}

ParticipantSet tried_participants(const WorkFit& fit) {
  ParticipantSet out;
  for (std::size_t i = 0; i < fit.participants(); ++i) out.set(i, fit.tried(i));
  return out;
}

}  // namespace

CostModel::CostModel(std::vector<double> first_borders, const std::function<double(double)>& work_above)
    : CostModel(std::move(first_borders), WorkProfile(work_above)) {}

CostModel::CostModel(std::vector<double> first_borders, const WorkProfile& profile)
    : borders_(std::move(first_borders)),
      fit_(shares_of(borders_, profile), profile),
      choice_(shares_of(borders_, WorkProfile())),
      sending_(borders_.size() + 1) {}

void CostModel::learn(std::span<const ParticipantCost> participants, double merge_ms, bool same_problem) {
  const ParticipantSet tried = tried_participants(fit_);
  const double before_ms = ParticipantChoice::compute_ms(tried, fit_);
  fit_.learn(participants, same_problem);
  const double growth = same_problem || tried.none() ? 1 : ParticipantChoice::compute_ms(tried, fit_) / before_ms;

  FrameCost cost;
  for (std::size_t i = 0; i < participants.size(); ++i) {
    if (participants[i].end <= participants[i].begin) continue;
    if (participants[i].ms > 0) sending_[i] = participants[i].sending_ms / participants[i].ms;
    cost.participants.set(i);
    cost.ms = std::max(cost.ms, participants[i].ms);
    if (i > 0) cost.other_rows += participants[i].end - participants[i].begin;
  }
  cost.merge_ms = merge_ms;
  cost.ms += merge_ms;
  cost.imbalance = imbalance_of(participants);
  const ParticipantSet present = choice_.present();
  choice_.learn(cost, fit_, growth);

  if (!same_problem || choice_.present() != present) {
    move_borders(1);
  } else if (cost.imbalance > to_stay) {
    move_borders(std::min(1.0, cost.imbalance / to_go_all_the_way));
  }
}

std::string CostModel::why_rests(std::size_t participant) const {
  std::string out = choice_.why_rests(participant);
  if (!out.empty() && sending_[participant] > 1)
    out += fmt::format("; sending its rows takes {:.1f} times as long as computing them", sending_[participant]);
  return out;
}

/// The imbalance of a frame, by what is known now.
double CostModel::imbalance_of(std::span<const ParticipantCost> participants) const {
  double longest = 0;
  for (std::size_t i = 0; i < participants.size(); ++i) {
    longest = std::max(longest, fit_.profile().work(participants[i].begin, participants[i].end) * fit_.alone_ms(i));
  }
  return longest / ParticipantChoice::compute_ms(choice_.present(), fit_) - 1;
}

/// This part of the way to where the participants will finish together.
void CostModel::move_borders(double part) {
  const ParticipantSet present = choice_.present();
  const double together_ms = ParticipantChoice::compute_ms(present, fit_);
  WorkProfile next = fit_.profile();
  next.move(fit_.velocity());
  next.normalize();
  double share = 0;
  std::size_t left = present.count();
  for (std::size_t i = 0; i < borders_.size(); ++i) {
    if (present[i]) {
      share += together_ms / fit_.alone_ms(i);
      --left;
    }
    const double target = left == 0 ? 1 : next.position_of(share);
    borders_[i] += part * (target - borders_[i]);
  }
}

}  // namespace heteroscope
