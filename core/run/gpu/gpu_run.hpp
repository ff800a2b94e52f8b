#pragma once

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/kept_thread.hpp"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"
#include "core/model/any_job.hpp"
#include "core/model/variant.hpp"
#include "core/participants/bands.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/participants/pipeline.hpp"

namespace heteroscope {

/// How a job is launched.
struct Launching {
  double row_work = 0;                 ///< the most operations that a row can take
  double rate_guess = 1;               ///< operations a ms
  bool lead_in = false;                ///< an untimed launch goes ahead of the timed one
  std::function<void()> undo_lead_in;  ///< called between the two, to put back on the stream what the first has changed
  bool cold = false;                   ///< its second-level cache is filled with something else right before
  int most_band = 0;                   ///< parts of a band at most; 0: any number
  bool spoil = false;                  ///< all bits of the scratch are 1 before the launch, which are no numbers
  RowSource* queue = nullptr;          ///< where rows come from, instead of the job's
  /// Called behind the launch of rows that are wanted elsewhere, with the event that ends it, by the thread that has
  /// launched them; none: they stay where they are.
  std::function<void(Rows rows, const device::Event& computed)> send;
  bool cut_to_send = false;  ///< some rows are to be sent while others are computed
};

/// Where rows are copied from and to: the beginnings of two fields of the same shape.
struct RowCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t row_bytes = 0;
  device::Direction direction = device::Direction::on_device;
};

/// Copies rows on the stream, by whichever thread; does not wait.
void copy_rows(const RowCopy& of, Rows rows, const device::Stream& stream);

/// Whether so many operations, at so many a ms, must be cut into several launches: a display's driver ends a kernel
/// that takes more than some seconds (two under Windows, about five under X).
bool exceeds_launch_limit(double operations, double rate, const device::Facts& gpu);
/// The most steps of an iteration that one launch may take there, where a step takes so many ms; 0: it is not known
/// yet.
std::int64_t steps_within_launch_limit(double step_ms, const device::Facts& gpu);

/// A GPU's participant of a frame, of the GPU that is in use when it is made: launches a variant over rows without
/// waiting, times it by events, joins it.
class GpuRun {
 public:
  explicit GpuRun(BufferPool& pool);
  GpuRun(const GpuRun&) = delete;
  GpuRun& operator=(const GpuRun&) = delete;

  /// Starts the job's rows; its stream must be this object's. Without a flag to cancel it is one launch, or one for
  /// each piece that is sent while the next is computed (pieces_to_send()), by what the variant's rows last took, all
  /// of them at once; with it, bands of rows (or of the variant's pieces) that take about 8 ms each, at most two under
  /// way, or such pieces where one band would have all rows. The first band is sized from what `how` says of the work,
  /// or from half of the rate that the variant reached last where that is less. With a queue each of its pieces is a
  /// launch; advance() launches more. Pieces may begin before the one ahead of them has ended. Bands that this call
  /// cannot launch yet a thread does, so that the caller can compute meanwhile. With a seat it is one launch, by a
  /// thread.
  void start(const Variant& variant, const AnyJob& job, const Launching& how);
  /// Launches what the queue has for it and there is room for, without waiting; false: it has nothing left. To be
  /// called again before what is under way has ended. A thread of its own would wait, for ms, until one of the CPU's
  /// lets it have a core.
  bool advance();
  /// Waits; device time in ms. Throws what the launches threw.
  double join();
  /// Waits, and forgets what the launches threw: something else has failed, and memory that they write to is let go.
  void settle() noexcept;

  [[nodiscard]] const device::Stream& stream() const { return stream_; }
  /// Where it waits for others (core/participants/exchange_barrier.hpp).
  [[nodiscard]] EventPairs& pauses() { return pauses_; }
  /// For copies beside what the other one computes.
  [[nodiscard]] const device::Stream& copy_stream() const { return copy_stream_; }

  /// An event behind all that its stream has to do by now.
  const device::Event& mark();
  /// What it sends from now on comes behind that event, of any GPU; null: behind none.
  void begin_sends(const device::Event* ready);
  /// Copies rows on the stream for copies, once what precedes `computed` has ended. With its GPU in use.
  void send(Rows rows, const RowCopy& of, const device::Event& computed);
  /// Waits for them; what the copies took, in ms. The next job of the variant is cut by it.
  double end_sends();

 private:
  void launch(Rows part, const device::Stream& stream);
  /// Rows of a queue, with the variant's pieces of these.
  void launch_rows(Rows rows, const device::Stream& stream);
  /// Null where the job is one launch.
  RowSource* source_of(const Launching& how);
  /// The job's rows as they are sent best; in one piece where they are not to be cut.
  [[nodiscard]] std::vector<Rows> pieces_of(const Launching& how) const;
  /// Whether the job can be computed in several launches.
  [[nodiscard]] bool can_be_cut() const;
  void lead_in(const Launching& how);
  void launch_pieces(const Launching& how);
  void evict_cache();
  [[nodiscard]] std::pair<const Variant*, Precision> rate_key() const;
  /// Operations a ms of the job's first launch, rather too few.
  [[nodiscard]] double rate(const Launching& how) const;
  void drive_on();
  void drive_at(Exchange& barrier);

  BufferPool& pool_;
  device::Stream stream_;
  device::Stream copy_stream_;
  EventPairs pauses_;
  EventPairs sends_;
  int sent_rows_ = 0;
  device::Event mark_;
  device::Event begin_;
  device::Event end_;
  const Variant* variant_ = nullptr;
  AnyJob job_ = MapJob{};
  Rows parts_;  ///< what bands are cut from: the job's rows, or its pieces
  std::shared_ptr<Buffer> scratch_;
  std::shared_ptr<Buffer> evicting_;  ///< what fills the cache in place of the job's data
  LaunchPipeline pipeline_;
  RowSource* source_ = nullptr;           ///< of the launches of this frame; null: it is one
  std::optional<Bands> bands_;            ///< where they are cut by time
  std::optional<FixedRows> sent_pieces_;  ///< where they are cut to be sent
  double compute_ms_ = 0;                 ///< of the last job
  double part_work_ = 0;                  ///< the most operations that one of the parts can take
  std::map<std::pair<const Variant*, Precision>, double> last_rate_;        ///< operations a ms
  std::map<std::pair<const Variant*, Precision>, SendingTimes> last_sent_;  ///< of a row
  std::exception_ptr failure_;
  KeptThread driver_;  ///< last: its work ends before what it works with goes
};

}  // namespace heteroscope
