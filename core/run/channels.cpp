#include "core/run/channels.hpp"

#include <utility>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// Adds one channel's bytes to the pixels.
void add_bytes(const FieldView& view, const Look& look, int shift, Pixels& pixels) {
  constexpr double most = 255;
  const double low = look.automatic ? 0 : look.low;
  const double scale = most / ((look.automatic ? most : look.high) - low);  // exactly 1 without ends of its own
  with_value_type(view.precision, [&]<class T>() {
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int y = 0; y < view.size.height; ++y) {
      const T* row = view.row<T>(y);
      std::uint32_t* out = pixels.data() + std::ptrdiff_t{y} * view.size.width;
      for (int x = 0; x < view.size.width; ++x) {
        const double byte = (static_cast<double>(row[x]) - low) * scale;
        const double held = byte > 0 ? (byte < most ? byte : most) : 0;  // also where it is no number
        out[x] |= static_cast<std::uint32_t>(held + 0.5) << shift;
      }
    }
  });
}

}  // namespace

bool ChannelRun::add_to(Frame& frame, Catalog catalog, const std::stop_token& stop) {
  if (!frame.plan.in_color()) {
    trim();
    return true;
  }
  FrameChannels out;
  for (std::size_t i = 0; i < color_channels.size(); ++i) {
    Settings settings = frame.plan.settings;
    settings.problem.channel = color_channels.at(i);
    const Planned planned = frame.plan.cutout.is_whole()
                                ? plan(settings, catalog, device::Devices::here())
                                : plan_part(settings, catalog, device::Devices::here(), frame.plan.cutout);
    if (!planned) throw BadInput(planned.refusal);
    std::unique_ptr<Executor>& executor = executors_.at(i);
    if (executor == nullptr) executor = std::make_unique<Executor>();
    auto made = executor->execute(*planned.plan, InteractiveRun{.summarize = false, .waiter = {.stop = stop}});
    if (!made) return false;
    out.compute_ms += made->timing.compute();
    out.total_ms += made->timing.total;
    out.results.at(i) = made->field.with_host_copy();
    out.inputs.at(i) = made->input.with_host_copy();
  }
  frame.channels = std::make_shared<const FrameChannels>(std::move(out));
  return true;
}

void ChannelRun::trim() {
  executors_ = {};
}

void ChannelRun::rest() {
  for (const std::unique_ptr<Executor>& each : executors_) {
    if (each != nullptr) each->rest();
  }
}

Pixels channel_colors(const ColorFields& fields, const Look& look) {
  constexpr std::uint32_t opaque = 0xFF000000U;
  constexpr int byte_bits = 8;
  Pixels out(static_cast<std::size_t>(fields.front().size().area()), opaque);
  for (std::size_t i = 0; i < fields.size(); ++i)
    add_bytes(fields.at(i).host_view(), look, byte_bits * static_cast<int>(i), out);
  return out;
}

}  // namespace heteroscope
