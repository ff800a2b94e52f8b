#include "app/window/features/files/exporter.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "app/commands/trace/trace_file.hpp"
#include "app/scope/picture.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/picture/histogram_picture.hpp"
#include "app/window/picture/pictures.hpp"
#include "core/color/colored_rows.hpp"
#include "core/io/file.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/run/frame_colors.hpp"

namespace heteroscope {
namespace {

/// What is exported, once the full picture is there.
struct PictureOrder {
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const MeanPicture> mean;  ///< what is shown of several samples; null: the frame's own colors are
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
  const Field field = frame.colored().with_host_copy();
  encode_png(field.size(), colored_rows(field.host_view(), color_map(look, frame)), text, append);
}

void append_text(const Append& append, const std::string& text) {
  append(std::as_bytes(std::span(text)));
}

/// Why the picture on the screen will not become the settings' full one; empty while it may.
std::string why_no_full_picture(const State& state) {
  if (!state.refusal.empty()) return state.refusal;
  if (state.progress.failure && !state.progress.busy) return state.progress.failure.line;
  if (state.canceled) return "the full picture was canceled (R computes it)";
  return {};
}

}  // namespace

void Exporter::update(State& state) {
  for (const ExportOutcome& outcome : task_.take()) {
    const auto told = told_.extract(outcome.number);
    if (!told.empty() && outcome.error.empty()) told.mapped()(state, outcome.path);
    if (outcome.error.empty()) {
      state.toasts.say("Written: " + outcome.path.string(), state.now_s);
    } else {
      state.toasts.fail(outcome.error, state.now_s);
    }
  }
  if (laid_out_ && !waiting_.empty()) {
    const std::string why_not = why_no_full_picture(state);
    if (state.current()) {
      for (const Action action : waiting_) start_now(state, action);
      waiting_.clear();
    } else if (!why_not.empty()) {
      state.toasts.fail("not exported: " + why_not, state.now_s);
      waiting_.clear();
    }
  }
  laid_out_ = true;
  state.export_waits = !waiting_.empty();
}

void Exporter::start(State& state, Action action) {
  const bool needs_full = action == action::export_picture || action == action::export_field;
  if (needs_full) {
    // What came just before (panels that hide, say) changes the picture's size only in the next frame.
    waiting_.push_back(action);
    laid_out_ = false;
  } else {
    start_now(state, action);
  }
}

void Exporter::write(FileWish file) {
  const std::uint64_t number =
      task_.start(std::move(file.stem), std::move(file.extension),
                  [text = std::move(file.text)](const Append& append) { append_text(append, text); });
  if (file.written) told_[number] = std::move(file.written);
}

void Exporter::write(const std::string& stem, Picture picture) {
  task_.start(stem, ".png", [picture = std::move(picture)](const Append& append) { append(encode_png(picture, {})); });
}

void Exporter::start_now(State& state, Action action) {
  const std::string stem = "heteroscope-" + std::string(state.workload->id);
  const std::shared_ptr<const Frame> frame = state.frame;
  if (action == action::save_settings) {
    task_.start(stem, ".json", [settings = state.settings, catalog = state.catalog](const Append& append) {
      append_text(append, to_json(settings, catalog));
    });
  } else if (action == action::export_times) {
    task_.start(stem + "-times", ".csv",
                [text = measured_csv(this_machine(device::facts()), render_command(state.settings, state.catalog),
                                     state.frames.csv())](const Append& append) { append_text(append, text); });
  } else if (action == action::export_trace) {
    start_trace(state, stem);
  } else if (frame == nullptr) {
    state.toasts.fail("there is no picture yet", state.now_s);
  } else if (action == action::export_picture) {
    const bool mean = shown_mean(state) != nullptr;
    PictureOrder order{.frame = frame,
                       .mean = mean ? state.mean : nullptr,
                       .settings = frame->plan.settings,
                       .catalog = state.catalog,
                       .log_counts = state.preferences.log_counts};
    order.settings.look = state.settings.look;
    order.settings.look.samples = mean ? state.mean->samples : 1;
    task_.start(stem, ".png", [order = std::move(order)](const Append& append) { make_picture(order, append); });
  } else if (action == action::export_field) {
    task_.start(stem, ".npy",
                [frame](const Append& append) { make_npy(frame->field.with_host_copy().host_view(), append); });
  } else if (state.comparison.result && !state.comparison.result->pixels.empty()) {
    const CompareResult& result = *state.comparison.result;
    task_.start(stem + "-diff", ".png", [size = result.picture, pixels = result.pixels](const Append& append) {
      append(encode_png({size, pixels}, {}));
    });
  }
}

/// What the scope shows; with the frame's pieces, where it has been traced. Both are of the same frame.
void Exporter::start_trace(const State& state, const std::string& stem) {
  const auto& show = state.cover.show;
  const auto& frame = state.frame;
  const bool traced = frame != nullptr && !state.coarse && frame->traced &&
                      std::ranges::any_of(frame->traces, [](const Trace& each) { return !each.pieces.empty(); });
  if (traced) {
    task_.start(stem + "-trace", ".json", [frame](const Append& append) { append_text(append, trace_file(*frame)); });
  }
  const bool of_pieces = show->wish.of.as_computed && show->evenness == nullptr;
  task_.start(
      stem + "-" + std::string(id_of(show->wish.color)), ".png",
      [show, frame = of_pieces && traced ? frame : nullptr,
       text = to_json(state.settings, state.catalog)](const Append& append) {
        if (frame == nullptr) {
          append(encode_png(scope_picture(show->extent(), show->pieces, show->index.get(), *show->paint), text));
          return;
        }
        const bool numbers = frame->plan.workload->gives_numbers();
        const Size field = numbers ? frame->plan.input.size : frame->plan.output.size;
        append(encode_png(traced_picture(frame->plan.lanes, frame->traces, show->pass, field, show->wish.color).value(),
                          text));
      });
}

}  // namespace heteroscope
