#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>

#include "core/base/cancel.hpp"
#include "core/device/device.hpp"
#include "core/participants/row_source.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// The launches of a pipeline: each computes a chunk of a job's rows, or one of its variant's own parts.
struct Launches {
  RowSource& pieces;
  std::function<void(Rows piece, const device::Stream& stream)> launch;
  std::function<void(Rows piece, const device::Event& end)> launched{};  ///< told of each, and of its end; may be none
  bool overlap = false;  ///< a launch may begin before the one ahead of it has ended
  Cancel cancel{};       ///< once it is set nothing more is launched
};

/// Launches one after the other on a GPU, several under way at once, so that it is never without work while the host
/// looks away. Streams and events are of the GPU in use when it is made.
class LaunchPipeline {
 public:
  static constexpr int most = 3;  ///< under way, unless all pieces are known; those that overlap have as many streams

  /// Begins; the launches wait for what is in `stream` by now.
  void begin(Launches launches, const device::Stream& stream);
  /// Notes which launches have ended and launches what there is room for; does not wait. False: all has been launched,
  /// and `stream` ends after it.
  bool advance();
  /// Does the same until all has been launched, and waits for it.
  void finish();
  /// Waits for what is under way on streams of its own, and forgets it: something else has failed.
  void settle();
  /// Device time from the first launch's begin to the last one's end, in ms; after finish().
  [[nodiscard]] double ms() const { return device::Event::elapsed_ms(begin_, end_); }

 private:
  struct Launch {
    device::Event begin;
    device::Event end;
    int parts = 0;
  };
  [[nodiscard]] Launch& launch_of(int i) { return launches_[static_cast<std::size_t>(i) % launches_.size()]; }
  [[nodiscard]] const device::Stream& stream_of(int i) const;
  [[nodiscard]] bool has_room() const { return more_ && launched_ - ended_ < of_->pieces.most_under_way(); }
  void launch_next();
  void end_launches();
  void note_end();

  std::optional<Launches> of_;
  const device::Stream* stream_ = nullptr;
  std::array<device::Stream, most - 1> own_;  ///< for launches that overlap
  std::deque<Launch> launches_;               ///< those under way, and the one before them
  device::Event begin_;
  device::Event end_;
  int launched_ = 0;
  int ended_ = 0;
  bool more_ = false;  ///< there may be another piece
};

}  // namespace heteroscope
