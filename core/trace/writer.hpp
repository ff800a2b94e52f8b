#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/trace/trace.hpp"

namespace heteroscope {

/// A kernel launch, as its variant describes it.
struct LaunchShape {
  std::uint32_t columns = 1;  ///< of blocks
  std::uint32_t rows = 1;
  std::uint32_t spans = 0;  ///< that leave a record; 0: each block one
  SpanKind kind = SpanKind::block;
  std::uint32_t grid = 0;
  std::uint32_t parent = 0;  ///< TracedLaunch::parent
  std::uint32_t first_number = 0;
  bool twice = false;  ///< each block has two records: its own, and one as many places on as there are blocks
};

/// A pass, as its variant describes it.
struct PassShape {
  std::string_view name;
  Over over = Over::output;
  Size space;
  Region region;
  Domain domain = Domain::whole;
};

/// What the calls of a variant in one frame are for: different rows, or different parts of the work on the same rows.
enum class Calls { of_rows, of_parts };

/// The most spans that a CPU thread records: a picture has fewer rows, but an iteration may take any number of steps.
inline constexpr std::size_t most_traced_spans = std::size_t{1} << 20;

/// Takes down a participant's trace while it computes. Variants say which pass begins and, on a GPU, which kernels they
/// launch; threads of the CPU add their spans. All but add() is for one thread at a time.
class TraceWriter {
 public:
  /// For the CPU's threads, each of which has a list of its own.
  explicit TraceWriter(int threads) : lists_(static_cast<std::size_t>(threads)) {}
  /// For a GPU. `records`: so many, all bits 0, in its memory.
  TraceWriter(SpanRecord* records, std::uint32_t capacity) : records_(records), capacity_(capacity) {}

  /// A variant of the stage is called; `step` and `steps`: of an iteration, else −1 and 0. Calls of a stage that does
  /// not iterate are for different rows, or for different parts of the same rows, and have the same passes.
  void begin_call(int stage, std::int64_t step, int steps, Calls calls = Calls::of_rows);
  /// Passes that a call makes one by one within the iteration's steps: the following are of this one.
  void at_step(std::int64_t step, int steps) { step_ = step, steps_ = steps; }
  void begin_pass(const PassShape& pass);
  /// The next ones are of the same pass.
  SpanSink begin_launch(const LaunchShape& launch, const SpanShape& spans);
  /// The spans of threads that the next add() are of.
  void begin_threads(const SpanShape& spans);
  /// Records that several launches share, each a rectangle of a table so many records wide.
  SpanSink begin_table(std::uint32_t columns, std::uint32_t rows);
  /// A launch whose blocks have the records of that table from `first` on.
  void add_to_table(const LaunchShape& launch, const SpanShape& spans, std::uint32_t first);
  /// Called in parallel regions: where there is no memory for a record, it is one of those that did not fit. Not of a
  /// GPU, whose spans leave records.
  void add(int thread, Cells cells, std::uint64_t start_ns, std::uint64_t end_ns) noexcept;
  /// Takes over what a writer for one thread has recorded, as this thread's.
  void take_over(int thread, const TraceWriter& of_one);

  [[nodiscard]] std::uint32_t records_used() const { return used_; }
  /// The trace of the CPU's threads.
  [[nodiscard]] Trace collect() const;
  /// The trace of a GPU, from its records, copied to the host.
  [[nodiscard]] Trace collect(const std::vector<SpanRecord>& records) const;

 private:
  struct List {
    std::vector<TracedSpan> spans;
    std::uint64_t dropped = 0;
  };
  /// Where the records of a launch are.
  struct Place {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t columns = 1;  ///< that lie side by side
    std::uint32_t pitch = 1;    ///< from one row of them to the next
    std::uint32_t second = 0;   ///< from here on they are further ones of the same spans; 0: none are
  };
  /// The pass of the same place in another call of its stage; none: the number of passes.
  [[nodiscard]] std::uint32_t same_pass(const PassShape& shape) const;
  std::uint32_t add_launch(TracedLaunch launch);
  void add_launch(const LaunchShape& launch, const SpanShape& spans);
  /// So many records, or as many as there is room for.
  Place take(std::uint32_t wanted);
  [[nodiscard]] SpanSink sink_of(const Place& place) const;

  std::vector<TracedPass> passes_;
  std::vector<int> places_;  ///< of the passes in their calls
  std::vector<TracedLaunch> launches_;
  std::vector<Place> records_of_;  ///< by launch
  std::vector<List> lists_;
  SpanRecord* records_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  Place table_;
  std::uint64_t dropped_ = 0;
  int stage_ = 0;
  int place_ = 0;
  std::int64_t step_ = -1;
  int steps_ = 0;
  Calls calls_ = Calls::of_rows;
  std::uint32_t pass_ = 0;
  std::uint32_t region_ = 0;
};

}  // namespace heteroscope
