#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/measures/others.hpp"
#include "app/tune/space.hpp"
#include "core/numbers/interval.hpp"

/// The search for the fastest candidate: it knows neither what a candidate is nor how long a second is.
namespace heteroscope {

/// The times of a candidate's runs.
struct TuneTime {
  double ms = 0;                     ///< median
  std::optional<Interval> interval;  ///< that holds the median with 95 %; none of too few runs
  int runs = 0;
  std::string failure;     ///< why there is no time, in a line; empty where there is
  TakenByOthers others{};  ///< what other programs took meanwhile
};

/// Who measures, and by whose clock.
class TuneMeasurer {
 public:
  TuneMeasurer() = default;
  virtual ~TuneMeasurer() = default;
  TuneMeasurer(const TuneMeasurer&) = delete;
  TuneMeasurer& operator=(const TuneMeasurer&) = delete;

  /// One, for about so many seconds; less often what takes far longer than `ms_to_beat`. This and difference() throw
  /// GivenUp where somebody asks for the end on the way.
  virtual TuneTime measure(std::size_t candidate, double seconds, std::optional<double> ms_to_beat) = 0;
  /// Several in turns, each for about so many seconds: a drift touches all alike. None where it was stopped on the way.
  virtual std::vector<TuneTime> measure_in_turns(std::span<const std::size_t> candidates, double seconds) = 0;
  /// How its result differs from the reference's, in a line; empty if it does not.
  virtual std::string difference(std::size_t candidate) = 0;
  /// Seconds since some time.
  [[nodiscard]] virtual double now() = 0;
};

enum class TuneFate {
  slower,   ///< by so much that nobody looked closer
  checked,  ///< its result is the reference's
  wrong,    ///< its result is not: it is thrown out
  failed,   ///< it cannot run: it is thrown out
};

/// A candidate that was tried, as it was measured last.
struct TuneTried {
  std::size_t candidate = 0;
  TuneTime time;
  TuneFate fate = TuneFate::slower;
  std::string why;     ///< it was thrown out
  bool final = false;  ///< it was measured in turns with the other best ones

  [[nodiscard]] bool has_time() const { return fate == TuneFate::slower || fate == TuneFate::checked; }
};

struct TuneEffort {
  double budget_s = 60;
  std::optional<int> evaluations;  ///< no more candidates than this
  bool exhaustive = false;         ///< all candidates, in an order of chance, and none of them in turns
  double first_s = 0.02;           ///< for a candidate's first measurement
  double for_finals = 0.3;         ///< of the budget, at most
  std::size_t most_finalists = 8;
  double near = 0.2;          ///< what is slower than the best by more than this share is not looked at closer
  double noise = 0.01;        ///< differences below this share are none
  double least_hope = 0.001;  ///< where no gain above this share is expected any more, the search ends; 0: never
};

enum class TuneEnd { budget, evaluations, all_tried, nothing_to_gain, stopped };

struct TuneFound {
  std::vector<TuneTried> tried;       ///< in the order in which they were tried first
  std::optional<std::size_t> winner;  ///< place in `tried`
  std::vector<std::size_t> ties;      ///< with the winner, likewise
  TuneEnd end = TuneEnd::budget;
  double seconds = 0;
};

/// Sees a search while it goes on; all calls come from the thread that searches.
class TuneWatch {
 public:
  TuneWatch() = default;
  virtual ~TuneWatch() = default;
  TuneWatch(const TuneWatch&) = delete;
  TuneWatch& operator=(const TuneWatch&) = delete;

  /// `share` of the budget is used; `found`: so far, with the best as its winner.
  virtual void goes_on(double /*share*/, const TuneFound& /*found*/) {}
  /// What is measured next: one candidate of the space, or several in turns.
  virtual void begins(std::span<const std::size_t> /*candidates*/) {}
  /// Asked between measurements; true: what is known by then is the result.
  [[nodiscard]] virtual bool stopped() { return false; }
};

/// Proposals of a TuneProposer are measured shortly, those that come near the best are held against the reference, and
/// the best of these are measured in turns, in rounds of twice the time, until what is beyond doubt slower than the
/// fastest has dropped out.
TuneFound search(const TuneSpace& space, std::uint64_t seed, const TuneEffort& effort, TuneMeasurer& measurer,
                 TuneWatch& watch);

/// Neither is known to be faster: their intervals meet, or they are apart by less than the noise.
bool tie(const TuneTime& a, const TuneTime& b, double noise);

}  // namespace heteroscope
