#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/cancel.hpp"
#include "core/model/collective.hpp"
#include "core/types/basic_types.hpp"
#include "core/types/field_view.hpp"

struct CUstream_st;

namespace heteroscope {

class LaunchObserver;
class TraceWriter;

/// The part of a job that all kinds have. Everything is chosen, allocated and checked; the variant only computes. It
/// must not touch rows outside `rows`, and must compute all those inside unless the job is cancelled. All pointers are
/// valid on the processor that computes. A variant takes the job of its stage's kind, which is one of the three below.
struct Job {
  const std::any* parameters = nullptr;  ///< the workload's typed parameters
  Rows rows;                             ///< what to compute: of the output, of what is reduced, of the state
  Rows pieces;                           ///< of a variant that is cut into pieces: which of them to compute
  BlockShape block;
  std::string_view mapping;
  int threads = 1;
  std::span<const int> tunables;  ///< the values of what the variant declares, in its order
  CUstream_st* stream = nullptr;  ///< of the GPU that computes; null: the CPU does
  void* scratch = nullptr;        ///< as many bytes as the variant asked for, not initialized, at a cache line's start;
                                  ///< device memory on the GPU
  int stage = 0;                  ///< which of the workload's it is
  int most_rows = 0;              ///< that one launch of a person's own variant may have; 0: any number
  TraceWriter* trace = nullptr;   ///< takes down what is computed; null: nobody wants to know
  LaunchObserver* observer = nullptr;  ///< of its calls; null: nobody looks on
  Cancel cancel;

  [[nodiscard]] bool cancelled() const { return cancel.is_set(); }
  template <class P>
  [[nodiscard]] const P& parameters_as() const {
    return *std::any_cast<P>(parameters);
  }
};

/// The job of writing `rows` of the output.
struct MapJob : Job {
  FieldView input;  ///< the whole source, or the state of the iteration before; not to be written; none: null
  FieldView table;  ///< the workload's table (core/model/capabilities/table.hpp); none: `data` is null
  std::span<const double> carried;  ///< what the reducing stage before this one found, over all rows; host memory
  FieldView output;                 ///< the whole field
  Cutout cutout;                    ///< what the field is of the result: all of it where the workload is not Tileable
};

/// The job of reducing `rows` of the input: the variant adds its result to `partials`, which hold zeros or the results
/// of other launches of the same frame. execute() adds the participants' partials.
struct ReduceJob : Job {
  FieldView input;           ///< the whole source, which must not be written
  double largest = 0;        ///< magnitude in the source; no number where one of its values is none
  void* partials = nullptr;  ///< doubles or std::uint64_t, as the stage's reduction says
  int partial_count = 0;
};

/// The job of advancing `planes` by `steps` steps. On entry the state's rows `rows`, widened by the iteration's reach
/// for each step, are valid, up to the field's edges; on return the rows `rows` must be. All other rows may be
/// overwritten. If participants exchange data within steps, only `rows` are valid on entry, and variants fetch what
/// they need of others through `seat`. Variants may permute the views (write the next state to a spare plane and put it
/// first); in the end the first ones must be the state's planes, in order. A single step writes to spares alone, unless
/// the iteration works in place: a cancelled step leaves the state as it was.
struct IterateJob : Job {
  std::span<FieldView> planes;  ///< the state's, then the spares
  std::int64_t step = 0;        ///< steps taken before this job
  int steps = 0;                ///< to take
  double* measure = nullptr;    ///< where a settling iteration writes what it measures of the job's rows after the last
                                ///< step, a largest magnitude; null: it is not wanted
  int rounds = 1;  ///< more only for a variant that repeats (Variant::repeats): it takes `steps` steps up to so many
                   ///< times, writes what it measures of each round to the next place of `measure`, and ends after
                   ///< the first that is not above `goal`
  double goal = 0;
  Collective collective;  ///< where participants meet

  [[nodiscard]] Precision precision() const { return planes.front().precision; }
};

/// A function of a job of one of the three kinds; made from such a function without further words. Null: there is none.
template <class R>
class JobFunction {
 public:
  /// A function that is handed a context with each job.
  template <class J>
  using WithContext = R (*)(const void* context, const J& job);

  constexpr JobFunction() = default;
  constexpr JobFunction(std::nullptr_t) {}
  constexpr JobFunction(R (*function)(const MapJob&)) : map_(function) {}
  constexpr JobFunction(R (*function)(const ReduceJob&)) : reduce_(function) {}
  constexpr JobFunction(R (*function)(const IterateJob&)) : iterate_(function) {}
  /// Made from a lambda without captures.
  template <class Lambda>
  requires std::is_class_v<Lambda>
  constexpr JobFunction(Lambda lambda) : JobFunction(+lambda) {}
  /// The context must live as long as the function is called.
  constexpr JobFunction(WithContext<MapJob> function, const void* context) : map_(function, context) {}
  constexpr JobFunction(WithContext<ReduceJob> function, const void* context) : reduce_(function, context) {}
  constexpr JobFunction(WithContext<IterateJob> function, const void* context) : iterate_(function, context) {}

  constexpr bool operator==(std::nullptr_t) const { return !takes_map() && !takes_reduction() && !takes_iteration(); }
  [[nodiscard]] constexpr bool takes_map() const { return map_.is_there(); }
  [[nodiscard]] constexpr bool takes_reduction() const { return reduce_.is_there(); }
  [[nodiscard]] constexpr bool takes_iteration() const { return iterate_.is_there(); }

  /// The function must take this kind of job.
  R operator()(const MapJob& job) const { return map_(job); }
  R operator()(const ReduceJob& job) const { return reduce_(job); }
  R operator()(const IterateJob& job) const { return iterate_(job); }

 private:
  /// The function for one kind of job, with a context or without.
  template <class J>
  class Of {
   public:
    constexpr Of() = default;
    constexpr Of(R (*function)(const J&)) : plain_(function) {}
    constexpr Of(WithContext<J> function, const void* context) : with_context_(function), context_(context) {}
    [[nodiscard]] constexpr bool is_there() const { return plain_ != nullptr || with_context_ != nullptr; }
    R operator()(const J& job) const { return with_context_ != nullptr ? with_context_(context_, job) : plain_(job); }

   private:
    R (*plain_)(const J&) = nullptr;
    WithContext<J> with_context_ = nullptr;
    const void* context_ = nullptr;
  };

  Of<MapJob> map_;
  Of<ReduceJob> reduce_;
  Of<IterateJob> iterate_;
};

}  // namespace heteroscope
