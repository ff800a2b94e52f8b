#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/participants/row_source.hpp"
#include "core/worker/machine_executor.hpp"

namespace heteroscope {

/// A participant elsewhere, as GpuRun is one on a GPU here: a thread asks its machine for pieces of a stage's rows, one
/// after the other, and hands on what comes. Its time is that of its rows from here to there and back. A lost link is
/// retried where the thread that starts it retries them (core/link/reconnection.hpp).
class MachineRun {
 public:
  explicit MachineRun(std::string machine) : executor_(std::move(machine)) {}

  /// What it computes of a stage.
  struct Work {
    Plan plan;    ///< plan_there()
    RowsRun run;  ///< without its rows
    RowSource& rows;
    std::function<void(Rows rows, const Frame& frame)> take;  ///< called for each piece, by the thread
    std::stop_token stop;                                     ///< nobody wants it any more
  };
  /// A frame begins: what was traced of one before, which has not come to its end, is forgotten.
  void begin_frame() { trace_ = {}; }
  /// Begins. What `work` refers to lives until join() or settle().
  void start(Work work);
  /// Waits for the end; returns the time that it took, in ms. Throws what ended it early: BadInput where the machine
  /// cannot be reached or the link was lost.
  double join();
  /// Returns the part of that time, in ms, in which the machine was not computing: packing, sending and waiting.
  [[nodiscard]] double crossing_ms() const { return crossing_ms_; }
  /// Has it end, and waits for that: something else has failed.
  void settle() noexcept;

  /// The time of a message there and back, in ms; nothing where nobody waits any more. Throws Unreachable.
  std::optional<double> delay_ms(const Waiter& waiter) { return executor_.delay_ms(waiter); }
  /// Returns what has been traced of the frame, by this machine's clock.
  Trace take_trace();
  void trim() { executor_.trim(); }

 private:
  void run(const Work& work);
  bool run_piece(const Work& work, Rows piece);

  MachineExecutor executor_;
  std::stop_source stop_;
  std::exception_ptr failure_;
  Trace trace_;
  double ms_ = 0;
  double crossing_ms_ = 0;
  std::jthread thread_;  ///< ends before the others do
};

/// Returns what the machine of a plan's participant is to execute of it: with that participant alone, as one of that
/// machine's own.
Plan plan_there(const Plan& plan, std::size_t participant);

/// Copies rows of a result, which the frame has alone, to where they are in `to`. Throws BadInput where it has others.
void take_values(const Frame& frame, Rows rows, const FieldView& to);
/// Adds the partials of a frame's stage. Throws BadInput where it has another number of them.
void add_partials(const Frame& frame, std::size_t stage, std::span<double> to);

}  // namespace heteroscope
