#pragma once

#include <memory>
#include <string>

#include "core/base/failure.hpp"
#include "core/frame/frame.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// The window's request.
struct Request {
  Settings settings;
  Destination destination = Destination::host;
  bool trace = false;
  /// Compute again even if the settings are those of the last request (live timing).
  bool repeat = false;
};

/// The engine's report to the window, once a frame; cheap to copy.
struct EngineProgress {
  std::shared_ptr<const Frame> frame;  ///< the newest finished picture, coarse or full; null before the first
  bool coarse = false;                 ///< that frame is a preview of fewer pixels than asked
  bool busy = false;                   ///< something is being computed
  std::string making;                  ///< a table that is being made for it, or its steps; empty: nothing is told
  double making_share = 0;             ///< which share of that is done at least
  std::string refusal;                 ///< why the newest request could not be planned; empty if it could
  Failure failure;                     ///< the last execution's; none after a success
  double busy_ms = 0;                  ///< for how long the present computation has been running
};

/// The frame with which another is compared, or the reason why there is none.
struct Reference {
  std::shared_ptr<const Frame> frame;  ///< null until it is there
  std::string why_not;                 ///< one line; empty while it may still come
};

/// Executes requests on a thread of its own, newest first: a new request cancels a full computation that is under way,
/// and shows a coarse preview first where the full one would take long. Only wait_for_picture() waits for a
/// computation, and whatever a computation throws is told by progress(); the next request is tried afresh. A finished
/// picture, coarse or full, and the end of each request are announced (core/base/completion.hpp).
class Engine {
 public:
  explicit Engine(Catalog catalog);
  /// Cancels and joins.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void request(const Request& request);
  /// A whole picture that was computed before is the newest again, in place of whatever is being computed.
  void show(std::shared_ptr<const Frame> frame);
  /// Stops the present computation and forgets the pending one; the last finished frame stays.
  void cancel();
  [[nodiscard]] EngineProgress progress() const;
  /// Waits until a picture of the newest request is there, coarse or full, or it has ended without one, but no longer
  /// than this: a window that waits for a picture that is quickly computed shows it one frame of the display earlier.
  void wait_for_picture(double longest_ms) const;

  /// Asks for the reference (the first CPU variant) at the same parameters, size and precision, computed when the
  /// worker has nothing else to do, and kept.
  Reference reference_of(const std::shared_ptr<const Frame>& frame);
  /// Asks for the frame's result computed once more, as a CheckedRun: from the start, into memory filled with NaNs, so
  /// that it has no right values which its variants have not written. Likewise computed when the worker has nothing
  /// else to do, by a process of its own where a variant is a person's own: the state that the picture goes on from
  /// stays. The answer is given once, and not kept: whoever asks again has it computed again.
  Reference checked_of(const std::shared_ptr<const Frame>& frame);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
