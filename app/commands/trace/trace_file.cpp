#include "app/commands/trace/trace_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/trace/chrome.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

std::string trace_file(const Frame& frame) {
  std::vector<NamedTrace> traces;
  for (std::size_t i = 0; i < frame.traces.size(); ++i) {
    const Participant& participant = frame.plan.participants[i];
    traces.push_back({.participant = name_of(participant),
                      .unit = participant.is_gpu() ? "SM" : "thread",
                      .trace = &frame.traces[i]});
  }
  const nlohmann::ordered_json about{
      {"heteroscope_trace", 2},
      {"settings", nlohmann::ordered_json::parse(to_json(frame.plan.settings, catalog()))},
      {"alarm", frame.alarm.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(frame.alarm)}};
  return chrome_trace(traces, written_json(about));
}

}  // namespace heteroscope
