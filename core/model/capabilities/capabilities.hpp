#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/model/study.hpp"
#include "core/model/value.hpp"
#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

/// What only some workloads have, as far as it is a few members: each is a member of Workload that is there or not.
namespace heteroscope {

struct Variant;

/// The workload's input, or what it may start from, is an image: a source must be chosen.
struct ImageInput {
  std::string_view default_source;
  bool colored_as_input = false;  ///< the result looks like the input, and is colored as the source is
  bool for_pictures = false;      ///< a picture that is opened goes there where no workload was chosen for it
};

/// An explanation of what a workload computes, for a reader who does not know it.
struct Theory {
  std::string_view formula;  ///< in Unicode; '\n' between lines
  std::string_view text;     ///< a few sentences: what depends on what, and what that asks of a processor
  std::string_view source;   ///< where the formula can be read up
};

/// The result's values count iterations up to a limit, which is a parameter. A value is 0 where the limit was reached;
/// a count that is not certain is negative.
struct EscapeLimit {
  std::string_view parameter;  ///< its id
  Values probed_with;          ///< parameters that the picture has in place of its own while a limit is looked for
};

/// A parameter of the workload is a time: it goes on while the window runs.
struct TimeParameter {
  std::string_view parameter;  ///< its id; in s
};

/// A work model: the cost of computing a cell follows from its value.
struct WorkModel {
  double (*work)(const std::any& parameters, double value) = nullptr;
  std::string_view unit;  ///< of the work: "iterations"
};

/// Which input values a result of n numbers counts: number i those in [low + i w, low + (i + 1) w), w = (high - low) /
/// n. `repeats`: also those that lie a multiple of high - low away; else values outside are counted at the nearer end.
struct Bins {
  double low = 0;
  double high = 1;
  bool repeats = false;
};

/// The numbers of a reducing result are counts of values in bins.
struct Binned {
  Bins (*bins)(const std::any& parameters) = nullptr;
};

/// The tolerance of a result against the reference. Without it a result must have the reference's bits.
struct Tolerances {
  /// Largest difference that variants which are `reordered` may have; `largest` is the input's largest magnitude, 0
  /// without a source. Null: none.
  double (*tolerance)(const std::any& parameters, Precision, double largest) = nullptr;
  /// Whether a value of the input may lead to another result because what the stages before it have found is `found`
  /// instead of `expected`, both by stage. Null: no.
  bool (*may_flip)(double input, std::span<const std::vector<double>> expected,
                   std::span<const std::vector<double>> found) = nullptr;
};

/// Results of a workload for which `verify` cannot demand that all variants agree.
struct Incomparable {
  /// Why variants need not agree with these parameters; else empty.
  std::string (*why)(const std::any& parameters) = nullptr;
  /// A part of the demangled names of kernels that compute nothing but such results.
  std::string_view kernels;
};

/// Lines about results that do not mean what the user expects.
struct Warnings {
  /// A warning before computing, where the result cannot mean what is expected (such as a view finer than the
  /// precision); empty if there is none. Null: there never is.
  std::string (*advice)(const std::any& parameters, Size, Precision) = nullptr;
  /// A warning about a result that went wrong (such as values without bound); empty if it did not. Null: it cannot.
  std::string (*alarm)(const std::any& parameters, const Summary& result) = nullptr;
};

/// How the workload's errors fall with the lengths of its steps can be computed, on the CPU in some seconds: as far as
/// whoever waits for them wants.
struct ErrorStudy {
  std::vector<Study> (*make)(const Waiter&) = nullptr;
};

/// A GPU kernel of a stage that is no variant, since its result is not the reference's to the bit: it does the same
/// with instructions that only the card has, and shows what the bits cost. `bench` measures it in the same run.
struct FastMathBaseline {
  std::string_view stage;  ///< id
  std::string_view label;  ///< what it does it with
  /// The largest difference from the reference that its result, or an iteration's state after one step, may have.
  double (*tolerance)(const std::any& parameters, Precision) = nullptr;
  const Variant* variant = nullptr;  ///< of the stage's kind
};

}  // namespace heteroscope
