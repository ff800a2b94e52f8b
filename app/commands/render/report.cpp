#include "app/commands/render/report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/compute/compute.hpp"
#include "app/text/table.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {

namespace {

std::string stage_times(const Timing& timing) {
  std::string out;
  const auto add = [&](std::string_view name, double ms) {
    if (ms > 0) out += fmt::format("{} {}, ", name, milliseconds(ms));
  };
  add("input", timing.input);
  add("gpu compute", timing.compute(Processor::gpu));
  add("cpu compute", timing.compute(Processor::cpu));
  add("exchange", timing.exchange);
  add("copies", timing.copies);
  add("merge", timing.merge);
  add("checkpoints", timing.checkpoints);
  add("summary", timing.summary);
  add("packing", timing.pack);
  add("link", timing.link);
  add("unpacking", timing.unpack);
  for (const ParticipantTime& each : timing.participants)
    if (each.crossing > 0) add(fmt::format("link to {}", name_of(each.participant)), each.crossing);
  return out + "total " + milliseconds(timing.total);
}

/// "1000 steps of 0.21 ms, "; nothing for what does not iterate.
std::string steps_taken(const Frame& frame) {
  if (!frame.plan.workload->iterates()) return {};
  std::string out = (frame.settled ? "settled after " : "") + plural(frame.steps, "step");
  if (frame.timing.steps > 0) {
    out += " of " + milliseconds(frame.work_ms() / static_cast<double>(frame.timing.steps));
  }
  return out + ", ";
}

}  // namespace

std::string computed_what(const Plan& plan) {
  const Size size = plan.extent();
  const std::string of = plan.reads_source() ? " of " + source_text(plan.settings.problem.source) : std::string();
  return fmt::format("{}{} {}x{}", plan.workload->id, of, size.width, size.height);
}

std::string report_of(const SharedFrame& shared, const RenderOptions& options, const std::string& samples) {
  const Frame& frame = shared.frame;
  const double seconds = frame.work_ms() / 1000;
  const std::string rate = seconds > 0 && frame.work.operations > 0
                               ? fmt::format("; {} {}/s", with_prefix(frame.work.operations / seconds), frame.work.unit)
                               : "";
  const std::string shares = shared.shares.empty() ? "" : "; " + shares_text(shared.shares);
  std::string out = fmt::format("wrote {}{}: {} {} on {}: {}{}{}{}{}\n", printable(options.out),
                                options.trace ? " and " + printable(*options.trace) : "", computed_what(frame.plan),
                                id_of(frame.plan.settings.problem.precision), executed_by(frame.plan),
                                steps_taken(frame), stage_times(frame.timing), rate, shares, samples);
  for (const Figure& each : frame.figures) {
    const double value = std::isnan(each.value) ? std::fabs(each.value) : each.value;  // a NaN's sign says nothing
    out += fmt::format("{}: {}{}{}\n", each.label, value, each.unit.empty() ? "" : " ", each.unit);
  }
  return out;
}

}  // namespace heteroscope
