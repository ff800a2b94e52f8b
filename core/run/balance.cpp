#include "core/run/balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "core/balance/cost_model.hpp"
#include "core/link/machines.hpp"
#include "core/model/schema/schema.hpp"

namespace heteroscope {

namespace {

/// The facts on which a participant's speed depends.
struct Way {
  const Workload* workload;
  Precision precision;
  std::vector<const Variant*> variants;
  std::vector<Participant> participants;
  Execution used;  ///< how memory and threads are
  std::vector<BlockShape> blocks;
  std::vector<std::string_view> mappings;
  bool operator==(const Way&) const = default;
};

Way way_of(const Plan& plan) {
  Way out{.workload = plan.workload,
          .precision = plan.settings.problem.precision,
          .variants = {},
          .participants = plan.participants,
          .used = {},
          .blocks = {},
          .mappings = {}};
  carry_over(plan.settings.execution, out.used);
  out.used.threads = plan.threads;
  for (const PlannedStage& each : plan.stages) {
    out.variants.push_back(each.cpu);
    out.variants.push_back(each.gpu);
    out.blocks.push_back(each.block);
    out.mappings.push_back(each.mapping);
  }
  return out;
}

int height_of(const Plan& plan, std::size_t stage) {
  return plan.parts[stage].back().end;
}

/// Multiplications and additions a ms at most, as far as that is known without a measurement: who gets how much of the
/// first frame.
double guessed_rate(const Participant& participant, const Plan& plan) {
  const bool fp64 = plan.settings.problem.precision == Precision::fp64;
  if (!participant.is_gpu()) {
    const int threads = participant.is_elsewhere() ? machine_facts(participant.machine).cpu.threads : plan.threads;
    constexpr double lanes_of_core = 16;  // two units of eight fp32 lanes
    constexpr double cycles_a_ms = 3e6;
    return threads * lanes_of_core * cycles_a_ms / (fp64 ? 2 : 1);
  }
  constexpr double lanes_of_multiprocessor = 64;
  const device::Facts& facts = facts_of(participant, device::all());
  return lanes_of_multiprocessor * facts.multiprocessors * facts.clock_khz / (fp64 ? facts.fp32_per_fp64 : 1);
}

std::vector<double> first_borders(const Plan& plan) {
  double all = 0;
  for (const Participant& each : plan.participants) all += guessed_rate(each, plan);
  std::vector<double> out;
  double sum = 0;
  for (std::size_t i = 0; i + 1 < plan.participants.size(); ++i)
    out.push_back((sum += guessed_rate(plan.participants[i], plan)) / all);
  return out;
}

/// Which share of a stage's work is above a share of its rows, as far as its shape tells.
std::function<double(double)> work_above(const Plan& plan, std::size_t stage) {
  const bool reduces = plan.stages[stage].stage->reduction() != nullptr;
  if (reduces || plan.output.domain == Domain::whole) return {};
  return [](double y) { return y * y; };
}

/// The GPUs have it together.
Parts parts_of_share(const Plan& plan, double share, std::size_t stage) {
  Execution execution = plan.settings.execution;
  execution.shares = {share};
  return parts_by_shares(shares_by_hand(execution, plan.participants), rows_of_stage(plan, stage));
}

/// The share of the values of the main stage that a participant has taken.
double share_taken(const Frame& frame, std::size_t participant) {
  if (frame.plan.settings.execution.sharing != Sharing::queue) return share_of(frame.plan, participant);
  int all = 0;
  for (const ParticipantTime& each : frame.timing.participants) all += each.rows;
  return all > 0 ? static_cast<double>(frame.timing.participants[participant].rows) / all : 0;
}

/// The factor by which an iteration's times are compared by the step; there is none if the frame took no steps.
double scale_of(const Frame& frame, const Stage& stage) {
  if (stage.iteration() == nullptr) return 1;
  return frame.timing.steps > 0 ? 1 / static_cast<double>(frame.timing.steps) : 0;
}

/// For bringing together what participants have computed in a stage, and what they need of each other.
double joining_ms(const Frame& frame, const Stage& stage) {
  const Timing& t = frame.timing;
  if (stage.reduction() != nullptr) return 0;  // numbers cost next to nothing
  // the state is brought to all participants for the stages that show it
  if (frame.plan.workload->has_own_state()) return stage.iteration() != nullptr ? t.copies : t.merge;
  return t.merge + t.copies;
}

void search(Bisection& bisection, Frame& frame) {
  const Workload& workload = *frame.plan.workload;
  const double scale = scale_of(frame, workload.main_stage());
  const auto longest = [&](bool of_cpu) {
    double ms = 0;
    for (const ParticipantTime& each : frame.timing.participants) {
      if (each.participant.is_cpu_here() == of_cpu)
        ms = std::max(ms, workload.has_own_state() ? each.stages.front() : each.compute);
    }
    return scale * ms;
  };
  if (scale > 0) {
    const double gpu = longest(false);
    const double cpu = longest(true);
    const double joining = scale * joining_ms(frame, workload.main_stage());
    bisection.learn(
        {.share = bisection.share(), .gpu_ms = gpu, .cpu_ms = cpu, .frame_ms = std::max(gpu, cpu) + joining});
  }
  frame.sharing.search = bisection.steps();
  frame.sharing.settled = bisection.done();
}

/// What is to be said of GPUs that share as they were told to: of one kind, in one stage, none of them waiting for
/// others in between. On its way to the host a result crosses the bus however many have computed it.
std::string advice_of(const Frame& frame) {
  const Plan& plan = frame.plan;
  if (plan.participants.size() < 2 || plan.uses_cpu() || plan.stages.size() != 1 || plan.workload->iterates())
    return {};
  if (plan.settings.execution.sharing != Sharing::by_hand || frame.field.on_host()) return {};
  if (!std::ranges::all_of(plan.participants, &Participant::is_gpu_here)) return {};
  const std::vector<device::Facts>& gpus = device::all();
  const auto name_of_gpu = [&](const Participant& each) { return gpus[static_cast<std::size_t>(each.device)].name; };
  SharedFrameCost cost{.together_ms = frame.timing.compute(), .merge_ms = frame.timing.merge};
  const auto row_bytes =
      static_cast<double>(plan.output.size.width) * static_cast<double>(bytes_of(plan.output.precision));
  for (const ParticipantTime& each : frame.timing.participants) {
    if (name_of_gpu(each.participant) != name_of_gpu(plan.participants.front())) return {};
    cost.alone_ms += each.compute;
    if (each.sending <= 0) continue;
    cost.sending_ms = std::max(cost.sending_ms, each.sending);
    cost.sent_bytes += row_bytes * each.rows;
  }
  return advice_against_sharing(cost);
}

/// Says which participants the model leaves out.
void note_resting(const CostModel& model, Frame& frame) {
  for (std::size_t i = 0; i < frame.plan.participants.size(); ++i) {
    if (!model.rests(i)) continue;
    std::string& note = frame.sharing.resting;
    note += fmt::format("{}{} is left out: {}.", note.empty() ? "" : " ", name_of(frame.plan.participants[i]),
                        model.why_rests(i));
  }
}

}  // namespace

struct Balance::History {
  Way way;
  Size size;  ///< of the result, or of a state that is not the result
  std::optional<Problem> problem;
  int frames = 0;        ///< of the problem
  bool is_next = false;  ///< the problem is the one of the frame before
  std::vector<CostModel> stages;
  std::vector<ParticipantSet> warm;  ///< by stage: had rows already
  std::optional<Bisection> search;
};

Balance::Balance() = default;
Balance::~Balance() = default;

/// The plan's history comes first. One of the same way with another size is where a new one begins.
Balance::History& Balance::history_of(const Plan& plan) {
  constexpr std::size_t kept = 8;
  const Way way = way_of(plan);
  const Size size = plan.workload->has_own_state() ? plan.state.size : plan.output.size;
  const auto same =
      std::ranges::find_if(histories_, [&](const auto& each) { return each->way == way && each->size == size; });
  if (same != histories_.end()) {
    std::rotate(histories_.begin(), same, same + 1);
    return *histories_.front();
  }
  auto made = std::make_unique<History>(
      History{.way = way, .size = size, .problem = {}, .stages = {}, .warm = {}, .search = {}});
  const auto like = std::ranges::find_if(histories_, [&](const auto& each) { return each->way == way; });
  if (like != histories_.end()) {
    made->stages = (*like)->stages;
    made->warm = (*like)->warm;
  }
  made->warm.resize(plan.stages.size());
  for (std::size_t i = made->stages.size(); i < plan.stages.size(); ++i)
    made->stages.emplace_back(first_borders(plan), work_above(plan, i));
  histories_.push_front(std::move(made));
  if (histories_.size() > kept) histories_.pop_back();
  return *histories_.front();
}

void Balance::share_out(Plan& plan) {
  const Sharing sharing = plan.settings.execution.sharing;
  if (plan.participants.size() < 2 || (sharing != Sharing::automatic && sharing != Sharing::bisection)) return;
  History& history = history_of(plan);
  Problem problem = start_of(plan.problem, *plan.workload);
  history.is_next = history.problem == problem;
  history.frames = history.is_next ? history.frames + 1 : 1;
  if (!history.search || !history.is_next) history.search.emplace(main_extent(plan).size.height);
  history.problem = std::move(problem);
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    if (sharing == Sharing::bisection) {
      plan.parts[i] = parts_of_share(plan, history.search->share(), i);
    } else {
      Cuttable rows = rows_of_stage(plan, i);
      rows.domain = Domain::whole;  // the model's borders are shares of the rows
      plan.parts[i] = parts_by_borders(history.stages[i].borders(), rows);
    }
  }
}

void Balance::learn(Frame& frame) {
  const Plan& plan = frame.plan;
  const Sharing sharing = plan.settings.execution.sharing;
  SharingNote& note = frame.sharing;
  for (std::size_t i = 0; i < plan.participants.size(); ++i) note.shares.push_back(share_taken(frame, i));
  note.resting = advice_of(frame);
  if (plan.participants.size() < 2 || (sharing != Sharing::automatic && sharing != Sharing::bisection)) return;
  History& history = history_of(plan);
  if (sharing == Sharing::bisection) {
    search(*history.search, frame);
  } else {
    learn_costs(history, frame);
  }
}

/// Notes who had rows in a stage. Returns whether somebody had none before: code is loaded, threads begin and memory is
/// touched with the first ones, which may take a hundred times as long as the rows.
bool Balance::note_warm(History& history, const Frame& frame, std::size_t stage) {
  const Parts& parts = frame.plan.parts[stage];
  const ParticipantSet before = history.warm[stage];
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i].empty()) history.warm[stage].set(i);
  }
  return history.warm[stage] != before;
}

/// Returns how far a border has moved, in shares of the rows.
double Balance::learn_stage(History& history, const Frame& frame, std::size_t stage, double scale) {
  const Plan& plan = frame.plan;
  const Stage& of = *plan.stages[stage].stage;
  const double height = height_of(plan, stage);
  const bool writes_rows = of.reduction() == nullptr && of.iteration() == nullptr;
  std::vector<ParticipantCost> costs;
  for (std::size_t i = 0; i < plan.participants.size(); ++i) {
    const Rows rows = plan.parts[stage][i];
    const ParticipantTime& time = frame.timing.participants[i];
    costs.push_back({.begin = rows.begin / height,
                     .end = rows.end / height,
                     .ms = scale * time.stages[stage],
                     .sending_ms = writes_rows ? time.sending : 0});
  }
  CostModel& model = history.stages[stage];
  const std::vector<double> before = model.borders();
  model.learn(costs, scale * joining_ms(frame, of), history.is_next);
  double moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved = std::max(moved, std::abs(model.borders()[i] - before[i]));
  return moved;
}

void Balance::learn_costs(History& history, Frame& frame) {
  const Plan& plan = frame.plan;
  double moved = 0;
  bool learned = false;
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    const double scale = scale_of(frame, *plan.stages[stage].stage);
    if (scale == 0) continue;
    if (!note_warm(history, frame, stage)) {
      learned = true;
      moved = std::max(moved, learn_stage(history, frame, stage, scale));
    }
    if (stage == plan.workload->main_index()) note_resting(history.stages[stage], frame);
  }
  constexpr int frames_to_settle = 5;
  constexpr double still = 0.005;
  frame.sharing.settled = learned && history.frames >= frames_to_settle && moved < still;
}

}  // namespace heteroscope
