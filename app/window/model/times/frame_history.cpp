#include "app/window/model/times/frame_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/result.hpp"

namespace heteroscope {
namespace {

/// Returns the figures of a frame as files have them: which one it is, its times in ms, and what was computed. New ones
/// come last, so that each keeps its column.
std::vector<Datum> facts_of_frame(const FrameSample& of, const Settings& how) {
  const Timing& t = of.timing;
  const double gpu = t.compute(Processor::gpu);
  const double cpu = t.compute(Processor::cpu);
  const auto id = [](auto value) { return DatumValue(std::string(id_of(value))); };
  const auto whole = [](auto value) { return DatumValue(static_cast<std::int64_t>(value)); };
  const std::initializer_list<std::pair<const char*, DatumValue>> all{
      {"frame", whole(of.serial)},
      {"processor", id(of.processor)},
      {"variant", of.variant},
      {"precision", id(of.precision)},
      {"width", whole(of.size.width)},
      {"height", whole(of.size.height)},
      {"gpu_rows", whole(t.rows(Processor::gpu))},
      {"cpu_rows", whole(t.rows(Processor::cpu))},
      {"source_ms", t.input},
      {"gpu_ms", gpu},
      {"cpu_ms", cpu},
      {"both_ms", std::min(gpu, cpu)},
      {"copies_ms", t.copies},
      {"merge_ms", t.merge},
      {"summary_ms", t.summary},
      {"pack_ms", t.pack},
      {"link_ms", t.link},
      {"unpack_ms", t.unpack},
      {"display_ms", t.display},
      {"total_ms", of.whole_ms()},
      {"display", id(of.display)},
      {"operations", of.operations},
      {"operations_per_s", of.operations_per_s()},
      {"workload", how.problem.workload},
      {"threads", of.processor == Processor::gpu ? DatumValue()
                  : how.execution.threads == 0   ? DatumValue(std::string("all"))
                                                 : whole(how.execution.threads)},
      {"computed_on", of.machine.empty() ? DatumValue(std::string("this machine")) : DatumValue(of.machine)}};
  std::vector<Datum> out;
  for (const auto& [name, value] : all) out.push_back(plain_datum(name, value));
  return out;
}

/// Returns the save of a person's file that computed a frame.
Datum save_fact(const std::vector<const Variant*>& own, const SaveNumbers& saves) {
  const auto number = own.size() == 1 ? saves.find(own.front()) : saves.end();
  return plain_datum("save", number != saves.end() ? DatumValue(static_cast<std::int64_t>(number->second))
                                                   : or_none(own.size() > 1 ? saves_text(own, saves) : std::string()));
}

/// Returns the facts of the machine that computed a frame.
std::vector<Datum> facts_of_machine(const FrameSample& of, const Machine& here, const KnownMachine& elsewhere) {
  if (of.machine.empty()) return data_of(here);
  if (const auto there = elsewhere(of.machine)) return data_of(*there);
  std::vector<Datum> out = data_of(here);
  for (Datum& each : out) {
    namespace machine = column::machine;
    const bool of_program =
        each.id == machine::version.id || each.id == machine::commit.id || each.id == machine::date_utc.id;
    if (!of_program) each.value = {};
  }
  return out;
}

}  // namespace

double FrameSample::compute_ms() const {
  return timing.compute();
}

double FrameSample::operations_per_s() const {
  const double ms = in_first_stage ? timing.of_stage(0) : compute_ms();
  return ms > 0 ? operations / ms * 1e3 : 0.0;
}

void FrameHistory::add(FrameSample sample, const FrameWay& how, Catalog catalog) {
  if (sections_.empty()) {
    sections_[0] = {.how = how, .label = {}, .saved = {}};
  } else if (const auto& [last, before] = *sections_.rbegin(); before.how != how) {
    const FrameWay& was = before.how;
    Section next{.how = how, .label = {}, .saved = {}};
    if (was.settings != how.settings) next.label = change_text(was.settings, how.settings, catalog);
    std::ranges::copy_if(how.own, std::back_inserter(next.saved),
                         [&](const Variant* each) { return std::ranges::find(was.own, each) == was.own.end(); });
    sections_[last + 1] = std::move(next);
  }
  sample.section = sections_.rbegin()->first;
  samples_.push_back(std::move(sample));
  if (samples_.size() > longest) samples_.pop_front();
  while (sections_.begin()->first < samples_.front().section) sections_.erase(sections_.begin());
}

std::string FrameHistory::section_label(std::uint64_t section, const SaveNumbers& saves) const {
  const Section& of = sections_.at(section);
  std::string out = of.label;
  for (const Variant* const each : of.saved)
    out += (out.empty() ? "" : ", ") + save_text(*each, of.how.own.size() > 1, saves);
  return out;
}

const FrameSample* FrameHistory::find(std::uint64_t serial) const {
  const auto found = std::ranges::find(samples_, serial, &FrameSample::serial);
  return found == samples_.end() ? nullptr : &*found;
}

Statistics FrameHistory::times() const {
  std::vector<double> whole;
  whole.reserve(samples_.size());
  for (const FrameSample& each : samples_) {
    if (each.section == samples_.back().section) whole.push_back(each.whole_ms());
  }
  return statistics(whole);
}

std::string FrameHistory::present_text() const {
  bool settings = false;
  bool save = false;
  for (const auto& [number, each] : sections_) {
    const FrameWay& now = sections_.rbegin()->second.how;
    if (each.how.settings != now.settings) {
      settings = true;
    } else if (each.how.own != now.own) {
      save = true;
    }
  }
  if (settings && save) return "present section";
  return settings ? "present settings" : save ? "present save" : "";
}

std::string FrameHistory::csv(const Machine& here, const KnownMachine& elsewhere, const SaveNumbers& saves) const {
  std::vector<ResultRow> rows;
  for (const FrameSample& each : samples_) {
    const FrameWay& how = sections_.at(each.section).how;
    std::vector<Datum>& data =
        rows.emplace_back(ResultRow{.data = facts_of_frame(each, how.settings), .settings = {}}).data;
    std::ranges::move(facts_of_machine(each, here, elsewhere), std::back_inserter(data));
    data.push_back(save_fact(how.own, saves));
  }
  return rows_csv(rows);
}

std::string made_text(const FrameSample& sample) {
  return made_text(sample.variant, sample.processor, sample.precision, sample.size);
}

std::string made_text(std::string_view variant, Processor processor, Precision precision, Size size) {
  const char* const by = processor == Processor::cpu   ? "the CPU"
                         : processor == Processor::gpu ? "the GPU"
                                                       : "CPU and GPU";
  return fmt::format("{} on {}, {}, {} × {}", variant, by, id_of(precision), size.width, size.height);
}

FrameSample sample_of(const Frame& frame, double display_ms, DisplayWay way) {
  FrameSample out;
  out.serial = frame.serial;
  out.timing = frame.timing;
  out.timing.display = display_ms;
  out.operations = frame.work.operations;
  out.in_first_stage = frame.plan.workload->has_own_state();
  out.unit = frame.work.unit;
  out.processor = frame.plan.settings.execution.processor;
  out.size = frame.plan.extent();
  out.precision = frame.plan.settings.problem.precision;
  out.display = way;
  out.machine = frame.plan.settings.execution.machine;
  out.crossing = frame.crossing;
  out.variant = variants_of(frame);
  return out;
}

std::string variants_of(const Frame& frame) {
  std::string out;
  const auto add = [&](const std::string& id) { out += (out.empty() ? "" : " + ") + id; };
  for (const PlannedStage& stage : frame.plan.stages) {
    const auto chosen = frame.plan.settings.execution.variants.find(stage.stage->id);
    if (chosen == frame.plan.settings.execution.variants.end()) continue;
    if (frame.plan.uses_gpu()) add(chosen->second.gpu);
    if (frame.plan.uses_cpu()) add(chosen->second.cpu);
  }
  return out;
}

}  // namespace heteroscope
