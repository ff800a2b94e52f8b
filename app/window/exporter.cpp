#include "app/window/exporter.hpp"

#include <span>
#include <string>
#include <utility>

#include "app/window/histogram_picture.hpp"
#include "app/window/pictures.hpp"
#include "core/colorize.hpp"
#include "core/io/npy.hpp"
#include "core/io/png.hpp"
#include "core/io/settings_json.hpp"
#include "core/palette.hpp"

namespace heteroscope {
namespace {

/// What is exported, once the full picture is there.
struct Order {
  std::shared_ptr<const Frame> frame;
  Settings settings;
  Catalog catalog;
  bool log_counts = false;
};

void make_picture(const Order& order, const Append& append) {
  const Frame& frame = *order.frame;
  const Look& look = order.settings.look;
  check_png_size(picture_of(frame, shown_role(frame)).size(), "the picture");
  const std::string text = to_json(order.settings, order.catalog);
  if (frame.plan.workload->gives_numbers()) {
    append(encode_png(histogram_picture(frame, look, order.log_counts), text));
    return;
  }
  const Field field = frame.field.with_host_copy();
  append(encode_png({field.size(), colorize(field.host_view(), color_map(look, frame))}, text));
}

void append_text(const Append& append, const std::string& text) {
  append(std::as_bytes(std::span(text)));
}

}  // namespace

void Exporter::update(State& state) {
  for (const ExportOutcome& outcome : task_.take()) {
    if (outcome.error.empty()) {
      state.toasts.say("Written: " + outcome.path.string(), state.now_s);
    } else {
      state.toasts.fail(outcome.error, state.now_s);
    }
  }
  // A plan that is refused, or a computation that was stopped, gives no fuller picture than the one on the screen.
  const bool final = state.current() || !state.refusal.empty() || state.canceled || !state.progress.error.empty();
  if (final && laid_out_) {
    for (const Action action : waiting_) start_now(state, action);
    waiting_.clear();
  }
  laid_out_ = true;
  state.export_waits = !waiting_.empty();
}

void Exporter::start(State& state, Action action) {
  const bool needs_full = action == Action::export_picture || action == Action::export_field;
  if (needs_full) {
    // What came just before (panels that hide, say) changes the picture's size only in the next frame.
    waiting_.push_back(action);
    laid_out_ = false;
  } else {
    start_now(state, action);
  }
}

void Exporter::start_now(State& state, Action action) {
  const std::string stem = "heteroscope-" + std::string(state.workload->id);
  const std::shared_ptr<const Frame> frame = state.frame;
  if (action == Action::save_settings) {
    task_.start(stem, ".json", [settings = state.settings, catalog = state.catalog](const Append& append) {
      append_text(append, to_json(settings, catalog));
    });
  } else if (action == Action::export_times) {
    task_.start(stem + "-times", ".csv",
                [text = state.frames.csv()](const Append& append) { append_text(append, text); });
  } else if (frame == nullptr) {
    state.toasts.fail("there is no picture yet", state.now_s);
  } else if (action == Action::export_picture) {
    Order order{frame, frame->plan.settings, state.catalog, state.preferences.log_counts};
    order.settings.look = state.settings.look;
    task_.start(stem, ".png", [order = std::move(order)](const Append& append) { make_picture(order, append); });
  } else if (action == Action::export_field) {
    task_.start(stem, ".npy",
                [frame](const Append& append) { make_npy(frame->field.with_host_copy().host_view(), append); });
  } else if (state.comparison.result && !state.comparison.result->pixels.empty()) {
    const CompareResult& result = *state.comparison.result;
    task_.start(stem + "-diff", ".png", [size = result.picture, pixels = result.pixels](const Append& append) {
      append(encode_png({size, pixels}, {}));
    });
  }
}

}  // namespace heteroscope
