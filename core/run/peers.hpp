#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/color/value_quantiles.hpp"
#include "core/memory/buffer.hpp"
#include "core/model/job.hpp"
#include "core/model/tally.hpp"
#include "core/plan/plan.hpp"
#include "core/summary/summary.hpp"

namespace heteroscope {

struct StageContext;
struct Timing;

/// Those that compute the other bands of a plan's rows (PlanBand) at the same time and in the same way: all that an
/// execution has to do with them. All call the same members in the same order. Whoever has peers implements it, as
/// processes do in core/run/ranks.
class Peers {
 public:
  virtual ~Peers() = default;

  /// An iteration begins.
  virtual void begin_steps(const Plan& plan, BufferPool& pool) = 0;
  /// All participants take the jobs' steps, for which `rows` rows beyond the band are wanted. `measures`: the jobs
  /// write what they measure.
  virtual void take_steps(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures,
                          Timing& chunk) = 0;
  /// It takes no more.
  virtual void end_steps(Timing& timing) = 0;

  /// The band's rows of the result are there: `write(data)` puts them where they would be of the whole, if that began
  /// at `data`. Not called where nobody wants them.
  virtual void take_rows(const Extent& whole, BufferPool& pool, const std::function<void(void* data)>& write) = 0;
  /// The summary of the whole result, once the rows are taken.
  virtual Summary summary(int threads) = 0;
  virtual Tally tally(int threads, const TallyRow& row) = 0;
  virtual ValueSample sample(bool zero_is_special) = 0;

  /// The largest of what all say; NaN if one says so.
  virtual double largest(double own) = 0;
  /// The words of all others, at the rank that writes them down; nothing at the others.
  virtual std::vector<std::vector<std::byte>> gathered(std::span<const std::byte> own) = 0;
  /// All have agreed on the end: what each still does for it, such as writing, is waited for.
  virtual void end_agreed() = 0;
};

}  // namespace heteroscope
