#pragma once

#include <array>
#include <memory>
#include <stop_token>

#include "core/frame/frame.hpp"
#include "core/memory/field.hpp"
#include "core/memory/pixels.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// Red, green and blue, as fields on the host.
using ColorFields = std::array<Field, color_channels.size()>;

/// The channels of a picture in color: each is computed as the frame itself is, of that channel of the source.
struct FrameChannels {
  ColorFields results;
  ColorFields inputs;
  double compute_ms = 0;  ///< the computing of all three
  double total_ms = 0;    ///< with reading, copying and all else
};

/// Computes the channels of frames whose plan is in_color(). Each channel has an executor of its own, so that its
/// source and its memory are there for the next frame.
class ChannelRun {
 public:
  /// Puts them into the frame, which is whole or a part; does nothing where its picture is not in color. False if it
  /// was cancelled. Throws BadInput and DeviceError, as plans and executors do.
  bool add_to(Frame& frame, Catalog catalog, const std::stop_token& stop = {});
  /// Gives memory back.
  void trim();
  /// Frees what the last few frames had no use for.
  void rest();

 private:
  std::array<std::unique_ptr<Executor>, color_channels.size()> executors_;
};

/// The colors of such fields: 0 to 255 of a channel are those of a pixel's byte; where the look has ends of its own,
/// these are. Parallel.
Pixels channel_colors(const ColorFields& fields, const Look& look);

}  // namespace heteroscope
