#include "app/window/tour/tour.hpp"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/scope/lens.hpp"
#include "app/text/format.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/picture/presenter.hpp"
#include "app/window/tour/run_tour.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/color/color_map.hpp"
#include "core/device/device.hpp"
#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "core/memory/field.hpp"
#include "core/model/workload.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {
namespace {

constexpr int cells_a_side = 5;

/// Returns the times of one variant, cell after cell.
std::vector<double> looks_ms(const LensOf& of) {
  const AccessPattern pattern = of.variant->make(of.problem);
  const Size size = pattern.of_input ? of.problem.input : of.problem.output.size;
  std::vector<double> out;
  for (int j = 1; j <= cells_a_side; ++j) {
    for (int i = 1; i <= cells_a_side; ++i) {
      const Watch watch;
      const auto lens = look(pattern, size.width * i / (cells_a_side + 1), size.height * j / (cells_a_side + 1));
      const double took_ms = watch.ms();
      if (lens) out.push_back(took_ms);
    }
  }
  return out;
}

std::string row_of(const Workload& workload) {
  Settings settings = default_settings(workload);
  settings.execution.processor = Processor::cpu;
  const Frame frame = compute(settings);
  std::vector<double> all;
  double longest = 0;
  std::string_view slowest;
  for (const AccessingVariant& each : workload.accesses->variants) {
    Execution execution = settings.execution;
    execution.variants[std::string(each.stage)].gpu = each.variant;
    auto of = lens_of(frame.plan, execution);
    if (!of || !why_no_lens(frame.plan, execution).empty()) continue;
    const Field input = workload.gives_numbers() ? frame.input.with_host_copy() : Field();
    if (workload.gives_numbers()) of->problem.values = input.host_view();
    const std::vector<double> times = looks_ms(*of);
    all.insert(all.end(), times.begin(), times.end());
    const double most = times.empty() ? 0 : *std::ranges::max_element(times);
    if (most <= longest) continue;
    longest = most;
    slowest = each.variant;
  }
  const Statistics times = statistics(all);
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", workload.id, times.count, format_ms(times.median),
                     format_ms(times.p95), format_ms(times.maximum), slowest);
}

/// Returns a Markdown table of the times that the lens takes for a cell, for each workload that has one: median, 95th
/// percentile and maximum, with the slowest variant. They are of every variant whose accesses are modeled, at cells all
/// over the workload's first problem, computed on the CPU, without the window's own work.
std::string lens_times(Catalog catalog) {
  std::string out = "| workload | looks | median | 95th percentile | maximum | of |\n|---|--:|--:|--:|--:|---|\n";
  for (const Workload* each : catalog) {
    if (each->accesses) out += row_of(*each);
  }
  return out;
}

/// Times the display stage of one picture by each way that can show it, as a Markdown table: median, minimum and
/// maximum of repeated presents, first ones kept out. `interop_refusal`: why CUDA shares nothing with OpenGL; empty if
/// it does. The window's OpenGL context must be current. Throws DeviceError.
std::string display_times(const Field& field, const ColorMap& map, const std::string& interop_refusal) {
  constexpr int warm_ups = 5;
  constexpr int repeats = 41;
  const Size size = field.size();
  std::string out = "| display way | size | median | minimum | maximum |\n|---|---|--:|--:|--:|\n";
  for (const auto& [way, id] : ids<DisplayWay>) {
    std::string why_not = way == DisplayWay::host_copy ? std::string() : interop_refusal;
    if (why_not.empty() && way != DisplayWay::host_copy && !field.on_device()) {
      why_not = "the result is on the host";
    }
    if (!why_not.empty()) {
      out += fmt::format("| {} | – | skipped: {} | | |\n", id, why_not);
      continue;
    }
    Texture texture;
    const auto presenter = make_presenter(way);
    std::vector<double> samples;
    for (int i = 0; i < warm_ups + repeats; ++i) {
      const double ms = presenter->present(field, map, texture);
      if (i >= warm_ups) samples.push_back(ms);
    }
    const Statistics times = statistics(samples);
    out += fmt::format("| {} | {}×{} | {} | {} | {} |\n", id, size.width, size.height, format_ms(times.median),
                       format_ms(times.minimum), format_ms(times.maximum));
  }
  return out;
}

/// Returns pixels of the drawn window, whose context must be current: the rectangle x0, y0, x1, y1 from its upper left
/// corner, cut to the framebuffer.
Picture read_pixels(Size framebuffer, std::array<int, 4> rect) {
  const auto [x0, y0, x1, y1] = rect;
  const int left = std::clamp(x0, 0, framebuffer.width);
  const int top = std::clamp(y0, 0, framebuffer.height);
  const Size size{std::clamp(x1, left, framebuffer.width) - left, std::clamp(y1, top, framebuffer.height) - top};
  Picture out{size, Pixels(static_cast<std::size_t>(size.area()))};
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // OpenGL counts rows from the lowest
  glReadPixels(left, framebuffer.height - top - size.height, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE,
               out.pixels.data());
  for (int y = 0; y < size.height / 2; ++y) {
    const auto row = [&](int at) { return out.pixels.begin() + std::ptrdiff_t{at} * size.width; };
    std::swap_ranges(row(y), row(y + 1), row(size.height - 1 - y));
  }
  for (std::uint32_t& pixel : out.pixels) pixel |= 0xff000000u;
  return out;
}

constexpr double longest_step_s = 900;  // beside other programs a step of a few seconds takes minutes
constexpr double longest_run_s = 10;    // on a slow computer the graphs then have fewer frames
constexpr std::string_view table_name = "timing.md";
constexpr std::string_view csv_name = "timing.csv";
constexpr int frames_to_settle = 4;  // ImGui needs these for a new layout, and graphs for the last frame

/// Returns whether a file is one of a tour: "07-diff.png", or a table.
bool is_of_a_tour(std::string_view name) {
  const auto digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(name[i])) != 0; };
  const bool picture = name.size() > 3 && digit(0) && digit(1) && name[2] == '-' && name.ends_with(".png");
  return picture || name == table_name || name == csv_name;
}

/// Returns a file of an earlier tour in the folder; empty if there is none.
std::filesystem::path trace_of_a_tour(const std::filesystem::path& folder) {
  std::error_code unreadable;
  std::filesystem::directory_iterator entries(folder, unreadable);
  for (; !unreadable && entries != std::filesystem::directory_iterator(); entries.increment(unreadable)) {
    if (is_of_a_tour(entries->path().filename().native())) return entries->path().filename();
  }
  return {};
}

/// Returns the first free name such as "out-2" for "out/".
std::filesystem::path free_folder(const std::filesystem::path& folder) {
  const std::filesystem::path plain = folder.has_filename() ? folder : folder.parent_path();
  std::error_code unknown;
  for (int number = 2;; ++number) {
    std::filesystem::path other = plain;
    other += fmt::format("-{}", number);
    if (!std::filesystem::exists(other, unknown)) return other;
  }
}

void write_table(const std::filesystem::path& path, const std::string& text) {
  write_new_file(path, std::as_bytes(std::span(text)));
}

}  // namespace

Tour::Tour(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (const std::filesystem::path there = trace_of_a_tour(folder_); !there.empty()) {
    throw BadInput(
        fmt::format("--tour {}: {} is there already, and a tour overwrites nothing; name another folder, such as {}",
                    folder_.string(), quote(there.native()), free_folder(folder_).string()));
  }
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (failed) throw BadInput(fmt::format("--tour {}: {}", folder_.string(), failed.message()));
}

void Tour::before_frame(App& app) {
  if (app.view().frame == nullptr || over_) return;
  // pictures of the tour are published, so they show no messages and no paths of this computer
  app.ui().toasts.clear();
  app.ui().export_folder = (folder_ / "").parent_path().filename();
  if (steps_.empty()) plan_steps(app);
  if (acted_) return;
  acted_ = true;
  still_frames_ = 0;
  began_s_ = app.ui().now_s;
  steps_[at_].act(app);
}

bool Tour::after_frame(App& app, Size framebuffer) {
  if (over_) return false;
  const Ui& ui = app.ui();
  const WindowModel& model = app.model();
  const FrameView& view = app.view();
  if (!acted_) {
    if (ui.now_s - began_s_ < longest_step_s) return true;
    throw BadInput("the tour got no first picture: " + view.progress.failure.line + view.refusal);
  }
  const Step& step = steps_[at_];
  if (ui.now_s - began_s_ > longest_step_s) {
    const std::string& failure = view.progress.failure.line;
    throw BadInput(fmt::format("the tour's step \"{}\" did not end within 15 minutes{}{}", step.name,
                               failure.empty() ? "" : ": ", failure));
  }
  const bool enough = model.frames.samples().size() >= step.frames || ui.now_s - began_s_ > longest_run_s;
  const bool done = step.until == nullptr || step.until(app);
  // a workload that goes on by itself never rests, so the step says how far it should come
  const bool goes = model.running && (view.answers(model.settings()) || goes_on(*model.workload));
  const bool still = done && (app.settled() || goes) && enough;
  still_frames_ = still ? still_frames_ + 1 : 0;
  if (still_frames_ < frames_to_settle) return true;
  if (model.running) app.act(action::toggle_run);
  const auto& samples = model.frames.samples();
  const bool is_new = !samples.empty() && (rows_.empty() || rows_.back().sample.serial != samples.back().serial);
  if (is_new) rows_.push_back({step.name, samples.back()});
  if (step.picture) capture(app, framebuffer);
  acted_ = false;
  over_ = ++at_ == steps_.size();
  if (over_) {
    const Frame& frame = *view.frame;
    const Role role = shown_role(frame);
    display_times_ =
        display_times(colored_of(frame, role), map_of(frame, role, model.settings().look), view.interop_refusal);
    lens_times_ = lens_times(model.catalog);
  }
  return !over_;
}

void Tour::capture(const App&, Size framebuffer) {
  const Picture picture = read_pixels(framebuffer, {0, 0, framebuffer.width, framebuffer.height});
  const std::filesystem::path path = folder_ / fmt::format("{:02}-{}.png", ++pictures_, steps_[at_].name);
  write_new_file(path, encode_png(picture, {}));
  written_.push_back(path);
}

std::string Tour::markdown() const {
  std::string out =
      "| step | processor | variant | precision | size | GPU compute | CPU compute | source | copies | merge | summary "
      "| "
      "display "
      "| whole frame | rate |\n|---|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const auto& [step, sample] : rows_) {
    const Timing& t = sample.timing;
    const auto ms = [](double value) { return format_ms(value); };
    out += fmt::format("| {} | {} | {} | {} | {}×{} | {} | {} | {} | {} | {} | {} | {} ({}) | {} | {} {}/s |\n", step,
                       id_of(sample.processor), sample.variant, id_of(sample.precision), sample.size.width,
                       sample.size.height, ms(t.compute(Processor::gpu)), ms(t.compute(Processor::cpu)), ms(t.input),
                       ms(t.copies), ms(t.merge), ms(t.summary), ms(t.display), id_of(sample.display),
                       ms(sample.whole_ms()), format_si(sample.operations_per_s()), sample.unit);
  }
  return out;
}

std::string Tour::csv() const {
  std::string out =
      "step,processor,variant,precision,width,height,gpu_compute_ms,cpu_compute_ms,input_ms,copies_ms,merge_ms,"
      "summary_ms,display_ms,display,total_ms,operations_per_s\n";
  for (const auto& [step, sample] : rows_) {
    const Timing& t = sample.timing;
    out +=
        fmt::format("{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{},{:.6f},{:.6e}\n", step,
                    id_of(sample.processor), sample.variant, id_of(sample.precision), sample.size.width,
                    sample.size.height, t.compute(Processor::gpu), t.compute(Processor::cpu), t.input, t.copies,
                    t.merge, t.summary, t.display, id_of(sample.display), sample.whole_ms(), sample.operations_per_s());
  }
  return out;
}

int Tour::finish() {
  const device::Facts& facts = device::facts();
  const std::string device = facts.available ? facts.name : "no GPU (" + facts.why_not + ")";
  std::string dragging = Dragging::heading();
  for (const auto& each : hands_) dragging += each->row();
  write_table(folder_ / table_name, "Times of the tour's steps, one frame each. GPU: " + device + ".\n\n" + markdown() +
                                        "\nThe last picture's display stage, by each way.\n\n" + display_times_ +
                                        "\nTimes while the picture is dragged in a circle.\n\n" + dragging +
                                        "\nHow long the lens takes for a cell.\n\n" + lens_times_);
  write_table(folder_ / csv_name, csv());
  written_.push_back(folder_ / table_name);
  written_.push_back(folder_ / csv_name);
  for (const auto& path : written_) print_out(path.string() + "\n");
  if (over_) return exit_success;
  throw BadInput("the window was closed before the tour's end; what the tour has written is kept");
}

int run_tour(const std::filesystem::path& folder, WindowOptions window) {
  Tour tour(folder);
  window.driver = &tour;
  return run_window(window);
}

}  // namespace heteroscope
