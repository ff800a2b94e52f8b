#include "app/window/model/times/frame_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/window/model/times/frame_section.hpp"

namespace heteroscope {

double FrameSample::compute_ms() const {
  return timing.compute();
}

double FrameSample::operations_per_s() const {
  const double ms = in_first_stage ? timing.of_stage(0) : compute_ms();
  return ms > 0 ? operations / ms * 1e3 : 0.0;
}

void FrameHistory::add(FrameSample sample, const Settings& how, Catalog catalog) {
  if (sections_.empty() || sections_.rbegin()->second.how != how) {
    const bool first = sections_.empty();
    const std::uint64_t next = first ? 0 : sections_.rbegin()->first + 1;
    sections_[next] = {how, first ? "" : change_text(sections_.rbegin()->second.how, how, catalog)};
  }
  sample.section = sections_.rbegin()->first;
  samples_.push_back(std::move(sample));
  if (samples_.size() > longest) samples_.pop_front();
  while (sections_.begin()->first < samples_.front().section) sections_.erase(sections_.begin());
}

const std::string& FrameHistory::section_label(std::uint64_t section) const {
  return sections_.at(section).label;
}

Statistics FrameHistory::times() const {
  std::vector<double> whole;
  whole.reserve(samples_.size());
  for (const FrameSample& each : samples_) {
    if (each.section == samples_.back().section) whole.push_back(each.whole_ms());
  }
  return statistics(whole);
}

std::string FrameHistory::csv() const {
  std::string out =
      "frame,processor,variant,precision,width,height,gpu_rows,cpu_rows,source_ms,gpu_ms,cpu_ms,both_ms,"
      "copies_ms,merge_ms,summary_ms,pack_ms,link_ms,unpack_ms,display_ms,total_ms,"
      "display,operations,operations_per_s\n";
  for (const FrameSample& each : samples_) {
    const Timing& t = each.timing;
    out += fmt::format(
        "{},{},{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},"
        "{},{:.0f},{:.6e}\n",
        each.serial, id_of(each.processor), each.variant, id_of(each.precision), each.size.width, each.size.height,
        t.rows(Processor::gpu), t.rows(Processor::cpu), t.input, t.compute(Processor::gpu), t.compute(Processor::cpu),
        std::min(t.compute(Processor::gpu), t.compute(Processor::cpu)), t.copies, t.merge, t.summary, t.pack, t.link,
        t.unpack, t.display, t.total, id_of(each.display), each.operations, each.operations_per_s());
  }
  return out;
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
