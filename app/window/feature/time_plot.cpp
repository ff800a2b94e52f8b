#include "app/window/feature/time_plot.hpp"

#include <algorithm>
#include <cmath>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void mark_hovered(const Ui& ui, const WindowModel& model, const SeenPlot& plot, const FrameSample& sample) {
  const auto& samples = model.frames.samples();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (&samples[i] != &sample) continue;
    const auto at = static_cast<double>(i);
    ImGui::GetWindowDrawList()->AddRectFilled(SeenPlot::point(plot.frame.across(at), plot.frame.area.top),
                                              SeenPlot::point(plot.frame.across(at + 1), plot.frame.area.bottom),
                                              faded(ui.theme().text, 0.35F));
  }
}

void sample_tooltip(const Ui& ui, const WindowModel& model, const FrameSample& sample) {
  push_font(ui.fonts.text);
  ImGui::BeginTooltip();
  ImGui::Text("%s, %d × %d, %s", sample.variant.c_str(), sample.size.width, sample.size.height,
              id_of(sample.precision).data());
  ImGui::Dummy({ui.units(210), ui.units(2)});
  const auto line = [&](const char* label, const std::string& value, ImU32 color) {
    dot(ui, color);
    value_row(ui, label, value);
  };
  const Timing& t = sample.timing;
  const Theme& theme = ui.theme();
  if (t.input > 0) line("Source", format_ms(t.input), theme.source);
  if (t.rows(Processor::gpu) > 0) line("GPU compute", format_ms(t.compute(Processor::gpu)), theme.gpu);
  if (t.rows(Processor::cpu) > 0) line("CPU compute", format_ms(t.compute(Processor::cpu)), theme.cpu);
  if (t.copies > 0) line("Copies", format_ms(t.copies), theme.copies);
  if (t.merge > 0) line("Merge", format_ms(t.merge), theme.merge);
  line("Summary", format_ms(t.summary), theme.summary);
  if (t.pack > 0) line("Packing (remote)", format_ms(t.pack), theme.link);
  if (t.link > 0) line("Link", format_ms(t.link), theme.link);
  if (t.unpack > 0) line("Unpacking (here)", format_ms(t.unpack), theme.link);
  line(("Display (" + std::string(id_of(sample.display)) + ")").c_str(), format_ms(t.display), theme.display);
  line("Whole frame", format_ms(sample.whole_ms()), theme.text);
  line(rate_name(model, sample.unit).c_str(), format_si(sample.operations_per_s()) + "/s", theme.text);
  ImGui::EndTooltip();
  ImGui::PopFont();
}

}  // namespace

std::string rate_name(const WindowModel& model, std::string_view unit) {
  return model.workload->image ? capitalized(unit) : "Plain-loop " + std::string(unit);
}

std::array<FramePart, 9> pieces_of(const FrameSample& sample, const Theme& theme) {
  const Timing& t = sample.timing;
  const double both = std::min(t.compute(Processor::gpu), t.compute(Processor::cpu));
  return {{{"source", t.input, theme.source},
           {"GPU", t.compute(Processor::gpu) - both, theme.gpu},
           {"both", both, theme.both},
           {"CPU", t.compute(Processor::cpu) - both, theme.cpu},
           {"copies", t.copies, theme.copies},
           {"merge", t.merge, theme.merge},
           {"summary", t.summary, theme.summary},
           {"link", t.crossing(), theme.link},
           {"display", t.display, theme.display}}};
}

Plot frames_plot(const WindowModel& model, const char* id) {
  const auto count = static_cast<double>(model.frames.samples().size());
  const double slots = std::clamp(count, 75.0, static_cast<double>(FrameHistory::longest));
  Plot out{.id = id, .x = {.bare = true}};
  if (count > 0) out.x.scale = PlotScale{count - slots, count, false};
  out.empty = "no frame yet";
  return out;
}

double upper_end(const FrameHistory& frames, FrameQuantity quantity) {
  constexpr std::size_t few = 3;            // frames, of which one says nothing of the others
  constexpr std::size_t one_left_out = 20;  // of so many
  constexpr double room = 1.3;
  constexpr double least_room = 1.05;
  constexpr double not_far = 2;  // an outlier is cut if it is more than so many times the longest other frame
  std::vector<double> all;
  std::vector<double> newest;
  for (const FrameSample& each : frames.samples()) {
    const double value = quantity(each);
    if (std::isnan(value)) continue;
    all.push_back(value);
    if (each.section == frames.samples().back().section) newest.push_back(value);
  }
  if (all.empty()) return 0;
  if (newest.size() > few) newest.erase(newest.begin(), newest.end() - few);
  std::ranges::sort(all);
  const std::size_t left_out = all.size() == 1 ? 0 : std::max<std::size_t>(1, all.size() / one_left_out);
  const double usual = all[all.size() - 1 - left_out];
  const double most = std::clamp(least_room * all.back(), room * usual, not_far * usual);
  if (newest.empty()) return most;
  const double usual_now = newest.size() < few ? std::ranges::max(newest) : statistics(newest).median;
  return std::max(most, least_room * usual_now);
}

PlotScale times_scale(const FrameHistory& frames, bool logarithmic) {
  PlotScale out = scale_from_zero(upper_end(frames, [](const FrameSample& each) { return each.whole_ms(); }));
  if (!logarithmic) return out;
  constexpr double decades = 1e-3;
  out.low = decades * out.high;
  const double last = frames.samples().empty() ? 0 : frames.samples().back().whole_ms();
  if (last > 0) out.low = std::min(out.low, last / 2);
  out.logarithmic = true;
  return out;
}

const FrameSample* hovered_sample(const WindowModel& model, const SeenPlot& plot) {
  const auto& samples = model.frames.samples();
  if (!plot.hovered || plot.frame.empty) return nullptr;
  const double at = std::floor(plot.mouse_x());
  return at >= 0 && at < static_cast<double>(samples.size()) ? &samples[static_cast<std::size_t>(at)] : nullptr;
}

float title(const Ui& ui, const char* text, const std::vector<std::string>& figures, float kept) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(text);
  const float free = right - ImGui::GetItemRectMax().x - ui.units(8) - kept;
  ImGui::PopFont();
  for (const std::string& each : figures) {
    if (ImGui::CalcTextSize(each.c_str()).x > free) continue;
    const float extent = ImGui::CalcTextSize(each.c_str()).x;
    ImGui::GetWindowDrawList()->AddText({right - extent, at.y + ui.units(1)}, ui.theme().dim, each.c_str());
    break;
  }
  return free;
}

void graph_help(const Ui& ui, std::string_view text) {
  push_font(ui.fonts.text);
  help(ui, text);
  ImGui::PopFont();
}

void show_hovered(const Ui& ui, const WindowModel& model, const SeenPlot& plot) {
  const FrameSample* const sample = hovered_sample(model, plot);
  if (sample == nullptr) return;
  mark_hovered(ui, model, plot, *sample);
  sample_tooltip(ui, model, *sample);
}

}  // namespace heteroscope
