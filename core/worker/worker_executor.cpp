#include "core/worker/worker_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/device/shared_memory.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/own/source/own_source.hpp"
#include "core/worker/sanitized_run.hpp"
#include "core/worker/sanitizer_log.hpp"
#include "core/worker/time_limit.hpp"

namespace heteroscope {
namespace {

/// Returns whether the first field is the plan's result, or is left out.
bool is_result_of(const FieldFacts& facts, const Plan& plan) {
  if (facts.is_empty()) return true;
  return facts.size == plan.kept.size && facts.precision == plan.output.precision && !facts.is_same;
}

/// Returns the plan's settings as a file has them. A source that the plan does not read is left out: only a workload
/// that is planned, too, says how its parameters are written.
std::string settings_of(const Plan& plan) {
  std::vector<const Workload*> known{plan.workload};
  if (plan.source_plan != nullptr) known.push_back(plan.source_plan->workload);
  Settings settings = plan.settings;
  if (!plan.reads_source()) settings.problem.source = {};
  return to_json(settings, known);
}

/// Returns the files of the plan's variants that are a person's own.
std::vector<OwnFile> own_files_of(const Plan& plan) {
  std::vector<OwnFile> out;
  for (const PlannedStage& stage : plan.stages) {
    for (const Variant* const each : {stage.cpu, stage.gpu}) {
      if (each != nullptr && each->own != nullptr)
        out.push_back({.path = each->own->path.string(), .text = each->own->source.text()});
    }
  }
  return out;
}

/// "my_heat.cu, my_mean.cpp": the names of files.
std::string names_of(const std::vector<OwnFile>& files) {
  std::string out;
  for (const OwnFile& each : files)
    out += (out.empty() ? "" : ", ") + std::filesystem::path(each.path).filename().string();
  return out;
}

/// Returns whether one of the files is code of the host. A GPU's kernels reach no files.
bool has_functions(const std::vector<OwnFile>& files) {
  return std::ranges::any_of(files, [](const OwnFile& each) { return !each.path.ends_with(".cu"); });
}

/// Returns the name by which another process uses a GPU's memory.
std::string name_of(const Buffer& buffer) {
  const device::Use use(buffer.gpu());
  const device::SharedHandle handle = device::share(buffer.device());
  return {reinterpret_cast<const char*>(handle.data()), handle.size()};
}

/// Returns the field whose values are in a block.
Field field_in(const std::shared_ptr<LentMemory::Block>& block, const FieldFacts& facts) {
  if (block->device != nullptr)
    return {facts.size, facts.precision, nullptr, {block, block->device.get()}, facts.domain};
  const std::shared_ptr<void> memory(block, block->host->data());
  return {facts.size, facts.precision, std::make_shared<Buffer>(memory, facts.bytes()), nullptr, facts.domain};
}

/// Returns the part of a result that the plan is for; none: all of it.
std::optional<Cutout> part_of(const Plan& plan) {
  return plan.cutout.is_whole() ? std::nullopt : std::optional(plan.cutout);
}

}  // namespace

bool runs_in_worker(const Plan& plan) {
  return plan.settings.execution.isolation == Isolation::yes || !own_files_of(plan).empty();
}

std::optional<Frame> WorkerExecutor::execute(const Plan& plan, const ExecuteOptions& options) {
  const ExecuteRequest request{.number = ++number_,
                               .own = own_files_of(plan),
                               .settings = settings_of(plan),
                               .part = part_of(plan),
                               .wish = wish_of(options)};
  lost_device_ = false;
  try {
    return answer_of(plan, request, waiter_of(options));
  } catch (const VariantFault&) {
    if (!lost_device_ || !runner_.empty()) throw;
    const std::string place = place_of_fault(plan, options, request.own);
    if (place.empty()) throw;
    throw VariantFault(place);
  }
}

std::optional<Frame> WorkerExecutor::answer_of(const Plan& plan, const ExecuteRequest& request, const Waiter& waiter) {
  begin(request);
  Frame frame{.plan = plan};
  for (;;) {
    const std::optional<WorkerMessage> got = next_message(waiter);
    const Progress progress = got ? take(*got, waiter, frame) : Progress::cancelled;
    if (progress == Progress::under_way) continue;
    talks_ = false;
    return progress == Progress::done ? std::optional(std::move(frame)) : std::nullopt;
  }
}

std::string WorkerExecutor::place_of_fault(const Plan& plan, const ExecuteOptions& options,
                                           const std::vector<OwnFile>& files) {
  // functions for the CPU would run unconfined there; a worker for kernels alone runs no code of a person's on the CPU
  if (files.empty() || has_functions(files) || files == looked_at_) return {};
  looked_at_ = files;
  const std::string log = sanitizer_log_of("memcheck", plan, options);
  return memory_error_in(log, std::filesystem::path(files.front().path).filename().string()).value_or("");
}

void WorkerExecutor::begin(const ExecuteRequest& request) {
  // a worker that was left in the middle of a frame waits for messages that nobody sends any more
  if (std::exchange(talks_, true)) process_ = nullptr;
  own_ = names_of(request.own);
  runs_code_ = has_functions(request.own);
  if (runs_code_ && process_ != nullptr && !process_->is_confined()) process_ = nullptr;
  if (process_ == nullptr) start();
  for (const std::uint64_t number : lent_.next_frame()) gone_.push_back(number);
  wait_from_now();
  send(message(MessageKind::execute, request));
}

void WorkerExecutor::wait_from_now() {
  time_.emplace(process_->id());
  asked_.reset();
}

WorkerExecutor::Progress WorkerExecutor::take(const WorkerMessage& got, const Waiter& waiter, Frame& frame) {
  WireReader wire(got.bytes);
  switch (kind_of(wire)) {
    case MessageKind::progress:
      tell(wire, waiter);
      return Progress::under_way;
    case MessageKind::fields:
      lend(wire, frame);
      return Progress::under_way;
    case MessageKind::frame:
      read_facts(wire, frame);
      adopt_fields(frame);
      return Progress::done;
    case MessageKind::nothing:
      return Progress::cancelled;
    case MessageKind::failure:
      fail(wire);
    default:
      throw WireReader::damaged();
  }
}

void WorkerExecutor::tell(WireReader& wire, const Waiter& waiter) {
  std::string_view what;
  double share = 0;
  wire(what, share);
  waiter.tell(what, share);
}

/// After some failures a process is of no use any more.
void WorkerExecutor::fail(WireReader& wire) {
  Failure failure;
  wire(failure);
  talks_ = false;
  using Kind = Failure::Kind;
  // the program itself throws no such exception, and the variant may have used up the memory
  const bool of_own = !own_.empty() && (failure.kind == Kind::defect || failure.kind == Kind::memory);
  lost_device_ = failure.kind == Kind::device_lost && !own_.empty();
  if (failure.kind == Kind::device_lost || failure.kind == Kind::variant_fault || of_own) lose(failure.line);
  raise(failure);
}

void WorkerExecutor::start() {
  if (spare_ != nullptr && runs_code_ && !spare_->is_confined()) spare_ = nullptr;
  process_ = spare_ != nullptr ? std::move(spare_) : std::make_unique<WorkerProcess>(runs_code_, runner_);
  if (!own_.empty() && runner_.empty()) spare_ = std::make_unique<WorkerProcess>(runs_code_);
  lent_ = {};
  gone_.clear();
  input_ = table_ = {};
  send(message(MessageKind::hello, own_hello()));
  wait_from_now();
  const std::optional<WorkerMessage> got = next_message({});
  WireReader wire(got->bytes);
  Hello there;
  if (kind_of(wire) != MessageKind::hello) throw WireReader::damaged();
  wire(there);
  if (const std::string why = difference(own_hello(), there); !why.empty()) throw BadInput(why);
}

void WorkerExecutor::trim() {
  input_ = table_ = {};
  if (process_ != nullptr) send(message(MessageKind::trim));
}

void WorkerExecutor::send(const std::vector<std::uint8_t>& message, std::span<const int> descriptors) {
  if (!channel().send(message, descriptors)) lose({});
}

std::optional<WorkerMessage> WorkerExecutor::next_message(const Waiter& waiter) {
  constexpr int turn_ms = 5;  // at the end of which it is asked whether anybody still waits
  constexpr auto patience = std::chrono::milliseconds(500);
  const bool is_own = !own_.empty();
  constexpr double as_long_when_watched = 10;
  const double limit_s = own_time_limit_s() * (runner_.empty() ? 1 : as_long_when_watched);
  while ((is_own || waiter.stop.stop_possible()) && !channel().has_message_within(turn_ms)) {
    const Clock::time_point now = Clock::now();
    if (!asked_ && waiter.asked()) {
      send(message(MessageKind::stop, number_));
      asked_ = now;
    }
    if (is_own && asked_ && now - *asked_ > patience) {
      process_->kill();
      process_->wait_for_end();
      process_ = nullptr;
      return std::nullopt;
    }
    if (is_own && time_->spent_s() > limit_s)
      lose(fmt::format("it did not end within {:.3g} s ({} sets another limit)", limit_s, own_limit_variable));
  }
  auto out = channel().receive();
  if (!out) lose({});
  return out;
}

void WorkerExecutor::lose(const std::string& why) {
  std::string how;
  if (runner_.empty()) {
    if (!why.empty()) process_->kill();
    how = process_->wait_for_end();
  }
  process_ = nullptr;  // a program that watches over the worker writes its log, and ends with it
  throw VariantFault(
      fmt::format("{}: {}", own_.empty() ? "the worker ended while it computed" : own_, why.empty() ? how : why));
}

std::shared_ptr<LentMemory::Block> WorkerExecutor::block_for(const FieldFacts& facts, const Plan& plan) {
  if (facts.bytes() == 0) return nullptr;
  if (!facts.gpu) return lent_.take(facts.bytes());
  const auto is_that = [&](const Participant& each) { return each.is_gpu() && each.device == *facts.gpu; };
  if (std::ranges::none_of(plan.participants, is_that)) throw WireReader::damaged();
  return lent_.take_on_gpu(*facts.gpu, facts.bytes());
}

void WorkerExecutor::lend(WireReader& wire, Frame& frame) {
  facts_.clear();
  wire(facts_);
  const std::size_t states = facts_.size() - fields_before_states;
  const bool possible = facts_.size() >= fields_before_states && states <= frame.plan.participants.size() &&
                        is_result_of(facts_.front(), frame.plan);
  if (!possible) throw WireReader::damaged();
  frame.states.resize(states);
  Lent lent;
  lent.gone = std::exchange(gone_, {});
  std::vector<int> descriptors;
  blocks_.clear();
  for (const FieldFacts& facts : facts_) {
    blocks_.push_back(block_for(facts, frame.plan));
    const auto& block = blocks_.back();
    lent.blocks.push_back(block == nullptr ? 0 : block->number);
    lent.bytes.push_back(facts.bytes());
    lent.names.push_back(block == nullptr || block->device == nullptr ? std::string() : name_of(*block->device));
    if (block == nullptr || block->host == nullptr || std::exchange(block->is_known, true)) continue;
    lent.descriptors.push_back(block->number);
    descriptors.push_back(block->host->descriptor());
  }
  send(message(MessageKind::lend, lent), descriptors);
}

/// Makes the frame's fields of the memory in which their values have arrived.
void WorkerExecutor::adopt_fields(Frame& frame) {
  if (blocks_.size() != facts_.size() || facts_.size() != fields_before_states + frame.states.size())
    throw WireReader::damaged();
  const std::vector<Field*> fields = fields_of(frame);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (blocks_[i] != nullptr) *fields[i] = field_in(blocks_[i], facts_[i]);
  }
  if (facts_[input_field].is_same) frame.input = input_;
  if (facts_[table_field].is_same) frame.table = table_;
  input_ = frame.input;
  table_ = frame.table;
  blocks_.clear();
}

}  // namespace heteroscope
