#include "app/window/features/files/exporter.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "app/commands/trace/trace_file.hpp"
#include "app/scope/picture.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/picture/histogram_picture.hpp"
#include "core/color/colored_rows.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/run/channels.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

/// The data of a picture's export, collected once the full picture is there.
struct PictureOrder {
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const MeanPicture> mean;  ///< mean of several samples; null: the frame's own colors are shown
  Settings settings;
  Catalog catalog;
  bool log_counts = false;
};

void make_picture(const PictureOrder& order, const Append& append) {
  const Frame& frame = *order.frame;
  const Look& look = order.settings.look;
  const std::string text = to_json(order.settings, order.catalog);
  if (frame.plan.workload->gives_numbers()) {
    append(encode_png(histogram_picture(frame, look, order.log_counts), text));
    return;
  }
  if (order.mean != nullptr) {
    encode_png(frame.field.size(), rows_of(frame.field.size(), order.mean->pixels), text, append);
    return;
  }
  if (frame.channels != nullptr) {
    const Pixels pixels = channel_colors(frame.channels->results, look);
    encode_png(frame.field.size(), rows_of(frame.field.size(), pixels), text, append);
    return;
  }
  const Field field = frame.colored().with_host_copy();
  encode_png(field.size(), colored_rows(field.host_view(), color_map(look, frame)), text, append);
}

void append_text(const Append& append, const std::string& text) {
  append(std::as_bytes(std::span(text)));
}

/// Returns why the full picture of the settings will not come; empty while it may.
std::string why_no_full_picture(const FrameView& view) {
  if (!view.refusal.empty()) return view.refusal;
  if (view.has_failed()) return view.progress.failure.line;
  if (view.canceled) return "the full picture was canceled (R computes it)";
  return {};
}

}  // namespace

void Exporter::update(const Window& window) {
  for (const ExportOutcome& outcome : task_.take()) {
    const auto told = told_.extract(outcome.number);
    if (!told.empty() && outcome.error.empty()) told.mapped()(outcome.path);
    if (outcome.error.empty()) {
      window.ui.say_written(outcome.path);
    } else {
      window.ui.fail(outcome.error);
    }
  }
  if (laid_out_ && !waiting_.empty()) {
    const std::string why_not = why_no_full_picture(window.view);
    if (window.view.answers(window.model.settings())) {
      for (const Action action : waiting_) start_now(window, action);
      waiting_.clear();
    } else if (!why_not.empty()) {
      window.ui.fail("not exported: " + why_not);
      waiting_.clear();
    }
  }
  laid_out_ = true;
}

void Exporter::start(const Window& window, Action action) {
  const bool needs_full = action == action::export_picture || action == action::export_field;
  if (needs_full) {
    // An action just before, such as hiding the panels, changes the picture's size only in the next frame.
    waiting_.push_back(action);
    laid_out_ = false;
  } else {
    start_now(window, action);
  }
}

void Exporter::write(FileRequest file) {
  const std::uint64_t number = task_.start(std::move(file.stem), std::move(file.extension), std::move(file.make));
  if (file.written) told_[number] = std::move(file.written);
}

void Exporter::start_now(const Window& window, Action action) {
  const std::string stem = "heteroscope-" + std::string(window.model.workload->id);
  const std::shared_ptr<const Frame> frame = window.view.frame;
  if (action == action::save_settings) {
    task_.start(stem, ".json",
                [settings = window.model.settings(), catalog = window.model.catalog](const Append& append) {
                  append_text(append, to_json(settings, catalog));
                });
  } else if (action == action::export_times) {
    task_.start(stem + "-times", ".csv",
                [text = frames_csv(window.model)](const Append& append) { append_text(append, text); });
  } else if (action == action::export_trace) {
    start_trace(window.model, window.view, stem);
  } else if (frame == nullptr) {
    window.ui.fail("there is no picture yet");
  } else if (action == action::export_picture) {
    const bool mean = shown_mean(window.model, window.view) != nullptr;
    PictureOrder order{.frame = frame,
                       .mean = mean ? window.view.mean : nullptr,
                       .settings = frame->plan.settings,
                       .catalog = window.model.catalog,
                       .log_counts = window.ui.preferences.log_counts};
    order.settings.look = window.model.settings().look;
    order.settings.look.samples = mean ? window.view.mean->samples : 1;
    task_.start(stem, ".png", [order = std::move(order)](const Append& append) { make_picture(order, append); });
  } else if (action == action::export_field) {
    task_.start(stem, ".npy",
                [frame](const Append& append) { make_npy(frame->field.with_host_copy().host_view(), append); });
  } else if (window.model.comparison.result && !window.model.comparison.result->pixels.empty()) {
    const CompareResult& result = *window.model.comparison.result;
    task_.start(stem + "-diff", ".png", [size = result.picture, pixels = result.pixels](const Append& append) {
      append(encode_png({size, pixels}, {}));
    });
  }
}

/// Writes the scope's colors as PNG and, where the frame has been traced, its trace as JSON. Both are of the same
/// frame.
void Exporter::start_trace(const WindowModel& model, const FrameView& view, const std::string& stem) {
  const auto& show = model.scope.show;
  const auto& frame = view.frame;
  const bool traced = frame != nullptr && !view.coarse && frame->traced &&
                      std::ranges::any_of(frame->traces, [](const Trace& each) { return !each.spans.empty(); });
  if (traced) {
    task_.start(stem + "-trace", ".json", [frame](const Append& append) { append_text(append, trace_file(*frame)); });
  }
  const bool of_pieces = show->request.of.as_computed && show->evenness == nullptr;
  task_.start(
      stem + "-" + std::string(id_of(show->request.color)), ".png",
      [show, frame = of_pieces && traced ? frame : nullptr,
       text = to_json(model.settings(), model.catalog)](const Append& append) {
        if (frame == nullptr) {
          append(encode_png(scope_picture(show->extent(), show->spans, show->index.get(), *show->paint), text));
          return;
        }
        const bool numbers = frame->plan.workload->gives_numbers();
        const Size field = numbers ? frame->plan.input.size : frame->plan.output.size;
        append(encode_png(
            traced_picture(frame->plan.participants, frame->traces, show->pass, field, show->request.color).value(),
            text));
      });
}

}  // namespace heteroscope
