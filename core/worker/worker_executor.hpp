#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/process/process_time.hpp"
#include "core/worker/execute_request.hpp"
#include "core/worker/frame_answer.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/worker_process.hpp"

namespace heteroscope {

/// Returns whether the plan's variants must not run in this process: the settings say so, or one is a person's own.
bool runs_in_worker(const Plan& plan);

/// Executes plans in another process of this program, which it starts when it is needed, and anew after it has ended.
/// A variant can end that process at most. One thread at a time.
class WorkerExecutor {
 public:
  WorkerExecutor() = default;
  /// Its worker is started by a program that watches over it, of which `runner` has the path and the words. It has ten
  /// times as long for a frame.
  explicit WorkerExecutor(std::vector<std::string> runner) : runner_(std::move(runner)) {}

  /// Returns the frame as an executor of this process makes it (core/run/execute.hpp); nothing if it was cancelled.
  /// Throws what that throws, and VariantFault where the process ended.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Gives the memory of both processes back.
  void trim();

 private:
  std::optional<Frame> answer_of(const Plan& plan, ExecuteRequest& request, const Waiter& waiter);
  /// Returns whoever waits for an execution. Progress that the worker tells (a pass over the counters, a chunk of an
  /// iteration's steps) renews the time limit: what follows has the whole of it.
  Waiter renewing_waiter(const ExecuteOptions& options);
  /// The first error that compute-sanitizer finds where a person's kernel has ended its worker, by running the plan
  /// once more; empty where there is no such error, or the tool has looked at these files already.
  std::string place_of_fault(const Plan& plan, const ExecuteOptions& options, const std::vector<OwnFile>& files);

  void start();
  void begin(const Plan& plan, ExecuteRequest& request);
  void wait_from_now();
  [[noreturn]] void fail(const Failure& failure);
  [[nodiscard]] const MessageChannel& channel() const { return process_->messages(); }
  void send(const std::vector<std::uint8_t>& message, std::span<const int> descriptors = {});
  void wait_awake() const;
  /// The next message; asks for the end of what is under way once nobody wants it. None: it did not end then, although
  /// it is a person's own variant, and the process is gone.
  std::optional<WorkerMessage> next_message(const Waiter& waiter);
  /// Ends the process, which is of no use any more, or has ended: says why, or else how it ended. The next plan is
  /// executed in a new one.
  [[noreturn]] void lose(const std::string& why);
  [[nodiscard]] bool begins_with_name(const std::string& why) const;
  void hand_over_printed();

  std::unique_ptr<WorkerProcess> process_;
  std::unique_ptr<WorkerProcess> spare_;  ///< starts meanwhile, for the case that a person's variant ends the other
  FrameAnswer answer_{ArrivingFields::Way::lent};
  SettingsText settings_;
  std::uint64_t number_ = 0;         ///< of the present execution
  bool talks_ = false;               ///< a frame has been asked for, and the worker has not come to its end
  bool gpus_alone_ = false;          ///< the present plan's rows are all GPUs' of this machine or of others
  std::vector<std::string> runner_;  ///< of its workers; empty: they run by themselves
  bool lost_device_ = false;         ///< the last fault was a kernel's, which ended the worker's context on the GPU
  std::vector<OwnFile> looked_at_;   ///< by compute-sanitizer
  using Clock = std::chrono::steady_clock;
  bool runs_code_ = false;       ///< the present plan has functions of a person's own, which run in the process itself
  std::vector<OwnFile> served_;  ///< the files of the plan that the worker had last
  std::vector<OwnFile> asked_files_;        ///< of the present plan
  std::string own_;                         ///< the present variants that are a person's own: "my_heat.cu"; empty: none
  double limit_s_ = 0;                      ///< of a frame of the present plan, where these compute it
  std::optional<ProcessTime> time_;         ///< of the process, since the present plan was sent
  std::optional<Clock::time_point> asked_;  ///< when its end was asked for
};

}  // namespace heteroscope
