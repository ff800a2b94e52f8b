#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "core/buffer.hpp"
#include "core/device.hpp"
#include "core/job.hpp"
#include "core/lanes/meeting.hpp"
#include "core/lanes/row_queue.hpp"
#include "core/variant.hpp"

namespace heteroscope {

/// How a job is launched.
struct Launching {
  double row_work = 0;                 ///< the most operations that a row can take
  double rate_guess = 1;               ///< operations a ms
  bool lead_in = false;                ///< an untimed launch goes ahead of the timed one
  std::function<void()> undo_lead_in;  ///< called between the two, to put back on the stream what the first has changed
  int most_band = 0;                   ///< parts of a band at most; 0: any number
  RowQueue* queue = nullptr;           ///< where rows come from, instead of the job's: as the lane with this index
  std::size_t lane = 0;
};

/// A GPU's lane of a frame, of the GPU that is in use when it is made: launches a variant over rows without waiting,
/// times it by events, joins it.
class GpuRun {
 public:
  explicit GpuRun(BufferPool& pool) : pool_(pool) {}
  ~GpuRun();
  GpuRun(const GpuRun&) = delete;
  GpuRun& operator=(const GpuRun&) = delete;

  /// Starts `job.rows`, whose stream must be this object's. Without `job.cancel` it is one launch; with it, bands of
  /// rows (or of the variant's pieces) that take about 8 ms each, at most two under way, driven by a thread of their
  /// own so that the caller can compute meanwhile. The first band is sized from what `how` says of the work, or from
  /// half of the rate that the variant reached last where that is less. With a queue each of its pieces is a launch,
  /// which may begin before the one ahead of it has ended. With a seat it is one launch, by a thread of its own.
  void start(const Variant& variant, const Job& job, const Launching& how);
  /// Waits; device time in ms. Throws what the launches threw.
  double join();
  /// Waits, and forgets what the launches threw: something else has failed, and memory that they write to is let go.
  void settle() noexcept;

  [[nodiscard]] const device::Stream& stream() const { return stream_; }
  /// Where it waits for others (core/lanes/meeting.hpp).
  [[nodiscard]] Pauses& pauses() { return pauses_; }
  /// For copies beside what the other one computes.
  [[nodiscard]] const device::Stream& copy_stream() const { return copy_stream_; }

 private:
  void launch(Rows part);
  void drive_at(Meeting& meeting);
  void drive_bands();
  void drive_queue();
  template <class Source>
  void drive(Source source);

  BufferPool& pool_;
  device::Stream stream_;
  device::Stream second_stream_;  ///< for every other piece of a queue
  device::Stream copy_stream_;
  Pauses pauses_;
  device::Event begin_;
  device::Event end_;
  const Variant* variant_ = nullptr;
  Job job_;
  Rows parts_;  ///< what bands are cut from: the job's rows, or its pieces
  std::shared_ptr<Buffer> scratch_;
  double part_work_ = 0;
  int most_band_ = 0;
  RowQueue* queue_ = nullptr;
  std::size_t lane_ = 0;
  double rate_guess_ = 0;
  std::map<std::pair<const Variant*, Precision>, double> last_rate_;
  std::thread driver_;
  std::exception_ptr failure_;
};

}  // namespace heteroscope
