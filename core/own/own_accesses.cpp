#include "core/own/own_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "core/base/message.hpp"
#include "core/device/limits/capability.hpp"
#include "core/model/warp_recorder.hpp"
#include "core/own/source/expression.hpp"
#include "core/own/source/launch_shape.hpp"

namespace heteroscope {
namespace {

using Number = std::int64_t;

constexpr Number most_turns = 131072;  ///< of all loops for a warp, whose instructions are kept
constexpr Number most_bytes = 16;      ///< that an instruction moves for a thread

/// An expression of the file, read.
struct PlacedExpression {
  const SourcePart* part = nullptr;
  Expression expression;
};

/// An instruction that the file declares, with its expressions read.
struct Instruction {
  const DeclaredAccess* declared = nullptr;
  const OwnArray* array = nullptr;
  Number at_once = 1;
  PlacedExpression element;
  std::optional<PlacedExpression> when;
  std::vector<PlacedExpression> counts;  ///< of its loops, from the outermost on
};

/// A thread of a warp, with the values of all names.
struct NamedThread {
  WarpLane lane;
  std::vector<Number> values;
};
using NamedThreads = std::vector<NamedThread*>;

/// One launch of the kernel, whose threads are played by what the file declares.
class PlayedLaunch {
 public:
  PlayedLaunch(const OwnSource& source, const AccessProblem& problem, OwnAddressedLaunch launch)
      : source_(source),
        launch_(std::move(launch)),
        facts_{.cells = launch_.cells,
               .block = problem.block,
               .tunables = problem.tunables,
               .precision = problem.precision},
        shape_(declared_shape(source, facts_, problem.multiprocessors)) {
    const std::vector<NamedNumber> of_launch = names_in_launch(source, facts_, problem.multiprocessors);
    for (const NamedNumber& each : of_launch) common_.push_back(each.value);
    common_.insert(common_.end(), launch_.numbers.begin(), launch_.numbers.end());
    add_tiles(of_launch);
    read_expressions(of_launch);
    facts_.tunables = {};  // the problem need not outlive this
  }
  PlayedLaunch(const PlayedLaunch&) = delete;  // instructions point into it
  PlayedLaunch& operator=(const PlayedLaunch&) = delete;

  [[nodiscard]] AccessLaunch launch() const {
    return {.label = source_.kernels.front().name.text.substr(2),
            .columns = static_cast<int>(shape_.grid[0]),
            .rows = static_cast<int>(shape_.grid[1]),
            .warps = warps_of(facts_.block.threads()),
            .block = facts_.block};
  }
  [[nodiscard]] const std::vector<OwnArray>& arrays() const { return launch_.arrays; }

  /// `only_results`: of the instructions only those that write the result.
  [[nodiscard]] WarpWork work(const WarpPlace& at, bool only_results = false) const {
    const WarpRecorder lanes(facts_.block, at.warp);
    std::vector<NamedThread> threads;
    for (const WarpLane& lane : lanes.lanes()) threads.push_back({lane, values_of(lane, at)});
    WarpWork out;
    Number turns = 0;
    for (const Instruction& each : instructions_) {
      if (only_results && !writes_result(each)) continue;
      NamedThreads all;
      for (NamedThread& thread : threads) all.push_back(&thread);
      play(each, 0, all, turns, out);
    }
    return out;
  }

  /// The warp that writes a cell of the result, in launch number `launch`.
  [[nodiscard]] std::optional<WarpPlace> place_of(int launch, int x, int y) const {
    const bool transposed = source_.stage_kernels().cells == LaunchCells::transposed;
    const Number column = (transposed ? y : x) / shape_.block_cells[0];
    const Number row = (transposed ? x : y) / shape_.block_cells[1] % shape_.grid[1];  // it goes on below the grid
    if (column >= shape_.grid[0]) return std::nullopt;
    WarpPlace at{.launch = launch, .block = row * shape_.grid[0] + column};
    for (; at.warp < warps_of(facts_.block.threads()); ++at.warp) {
      const std::vector<LaneCell> cells = work(at, true).cells;
      if (std::ranges::any_of(cells, [&](const LaneCell& each) { return each.x == x && each.y == y; })) return at;
    }
    return std::nullopt;
  }

 private:
  /// The values of every name of thread_names and of HETEROSCOPE_LET, behind those that all threads have.
  [[nodiscard]] std::vector<Number> values_of(const WarpLane& lane, const WarpPlace& at) const {
    const BlockShape block = facts_.block;
    const Number column = at.block % shape_.grid[0];
    const Number row = at.block / shape_.grid[0];
    std::vector<Number> out = common_;
    for (const Number each : {Number{block.x}, Number{block.y}, shape_.grid[0], shape_.grid[1], column, row,
                              Number{lane.x}, Number{lane.y}, column * block.x + lane.x, row * block.y + lane.y})
      out.push_back(each);
    for (const PlacedExpression& each : lets_) out.push_back(value_of(each, out));
    return out;
  }
  [[nodiscard]] Number value_of(const PlacedExpression& of, std::span<const Number> values) const {
    try {
      return of.expression.value(values);
    } catch (const ExpressionError& wrong) {
      source_.source.fail(of.part->at + wrong.at, wrong.wrong, wrong.thing, wrong.what());
    }
  }

  void add_tiles(const std::vector<NamedNumber>& names) {
    const Number most = most_shared_bytes();
    Number bytes = 0;
    for (const DeclaredTile& each : source_.addresses.tiles) {
      check_tile_name(each);
      const auto side = [&](const SourcePart& of) {
        const Number out = source_value(source_, of, names);
        if (out < 1) {
          source_.source.fail(of.at, Wrong::value, each.name.text,
                              fmt::format("{} has a side of {} values: one at least", each.name.text, out));
        }
        return static_cast<int>(std::min(out, most + 1));  // which is refused below
      };
      const AccessArray tile{.name = each.name.text,
                             .shared = true,
                             .element_bytes = static_cast<int>(bytes_of(facts_.precision)),
                             .size = {side(each.columns), side(each.rows)}};
      bytes += tile.size.area() * tile.element_bytes;
      if (bytes > most) {
        source_.source.fail(each.name.at, Wrong::value, each.name.text,
                            fmt::format("up to {} the tiles have more than {} bytes: no GPU has as much shared memory "
                                        "for a block",
                                        each.name.text, most));
      }
      launch_.arrays.push_back({each.name.text, {tile}});
    }
  }
  static Number most_shared_bytes() {
    return static_cast<Number>(
        std::ranges::max(device::known_capabilities(), {}, &device::CapabilityFacts::shared_bytes_per_block)
            .shared_bytes_per_block);
  }
  /// Arrays of a pattern are told apart by their names.
  void check_tile_name(const DeclaredTile& of) const {
    for (const OwnArray& each : launch_.arrays) {
      if (std::ranges::find(each.made, of.name.text, &AccessArray::name) != each.made.end()) {
        source_.source.fail(
            of.name.at, Wrong::value, of.name.text,
            fmt::format("the lens calls {} {}: give the tile another name", each.name, quote(of.name.text)));
      }
    }
  }

  [[nodiscard]] static PlacedExpression read(const SourcePart& part, std::span<const std::string_view> names) {
    return {&part, Expression(part.text, names)};  // has been tried when the file was read
  }
  void read_expressions(const std::vector<NamedNumber>& of_launch) {
    const std::vector<std::string_view> all = address_names(source_);
    const std::vector<DeclaredName>& lets = source_.addresses.names;
    for (std::size_t i = 0; i < lets.size(); ++i)
      lets_.push_back(read(lets[i].value, std::span(all).first(all.size() - lets.size() + i)));
    for (const DeclaredAccess& each : source_.addresses.accesses) {
      std::vector<std::string_view> names = all;
      std::vector<PlacedExpression> counts;
      for (const DeclaredName& loop : each.loops) {
        counts.push_back(read(loop.value, names));
        names.push_back(loop.name.text);
      }
      instructions_.push_back({.declared = &each,
                               .array = &*std::ranges::find(launch_.arrays, each.array.text, &OwnArray::name),
                               .at_once = each.at_once ? source_value(source_, *each.at_once, of_launch) : 1,
                               .element = read(each.element, names),
                               .when = each.when ? std::optional(read(*each.when, names)) : std::nullopt,
                               .counts = std::move(counts)});
      check_size(instructions_.back());
    }
  }
  void check_size(const Instruction& of) const {
    const Number bytes = of.array->made.front().element_bytes;
    const bool is_power = of.at_once > 0 && (of.at_once & (of.at_once - 1)) == 0;
    if (is_power && of.at_once <= most_bytes / bytes) return;
    source_.source.fail(of.declared->at_once ? of.declared->at_once->at : of.declared->array.at, Wrong::value, "values",
                        fmt::format("{} values of {} bytes at once: an instruction moves 1, 2, 4, 8 or 16 bytes for "
                                    "a thread",
                                    of.at_once, bytes));
  }

  [[nodiscard]] static bool writes_result(const Instruction& of) {
    return of.declared->stores && of.array->made.front().name == "result";
  }

  /// Plays the instruction for these threads, from one of its loops on.
  void play(const Instruction& of, std::size_t loop, const NamedThreads& threads, Number& turns, WarpWork& out) const {
    if (loop == of.counts.size()) return touch(of, threads, out);
    std::vector<Number> counts;
    for (const NamedThread* each : threads) counts.push_back(value_of(of.counts[loop], each->values));
    const Number most = counts.empty() ? 0 : std::ranges::max(counts);
    for (NamedThread* each : threads) each->values.push_back(0);
    for (Number turn = 0; turn < most; ++turn) {
      if (++turns > most_turns) {
        source_.source.fail(of.counts[loop].part->at, Wrong::value, "loops",
                            fmt::format("the loops take more than {} turns for a warp", most_turns));
      }
      NamedThreads left;
      for (std::size_t i = 0; i < threads.size(); ++i) {
        if (turn >= counts[i]) continue;
        threads[i]->values.back() = turn;
        left.push_back(threads[i]);
      }
      play(of, loop + 1, left, turns, out);
    }
    for (NamedThread* each : threads) each->values.pop_back();
  }

  /// One instruction, or one for each array that the declared one is made of.
  void touch(const Instruction& of, const NamedThreads& threads, WarpWork& out) const {
    const AccessArray& first = of.array->made.front();
    const Number bytes = of.at_once * first.element_bytes;
    WarpAccess access{.access = first.shared          ? of.declared->stores ? Access::shared_store : Access::shared_load
                                : of.declared->stores ? Access::global_store
                                                      : Access::global_load,
                      .array = {},
                      .bytes = static_cast<int>(bytes),
                      .lanes = {}};
    for (const NamedThread* each : threads) {
      if (of.when && value_of(*of.when, each->values) == 0) continue;
      const Number unit = value_of(of.element, each->values);
      if (unit < 0 || unit >= first.size.area() / of.at_once) fail_outside(of, *each, unit);
      access.lanes.push_back({each->lane.number, static_cast<std::uint64_t>(unit * bytes)});
      for (Number i = 0; writes_result(of) && i < of.at_once; ++i) {
        const Number cell = unit * of.at_once + i;
        out.cells.push_back(
            {each->lane.number, static_cast<int>(cell % first.size.width), static_cast<int>(cell / first.size.width)});
      }
    }
    if (access.lanes.empty()) return;
    for (const AccessArray& each : of.array->made) {
      access.array = each.name;
      out.accesses.push_back(access);
    }
  }
  [[noreturn]] void fail_outside(const Instruction& of, const NamedThread& thread, Number unit) const {
    const AccessArray& array = of.array->made.front();
    const std::string units = of.at_once > 1 ? fmt::format(" of {} values", of.at_once) : std::string();
    // behind the names of the launch and the stage come blockDim, gridDim and blockIdx
    const Number column = thread.values[common_.size() + 4];
    const Number row = thread.values[common_.size() + 5];
    source_.source.fail(of.declared->element.at, Wrong::value, std::string(of.array->name),
                        fmt::format("thread ({}, {}) of block ({}, {}) reaches element {}{} of {}, which has {} x {} "
                                    "values",
                                    thread.lane.x, thread.lane.y, column, row, unit, units, of.array->name,
                                    array.size.width, array.size.height));
  }

  const OwnSource& source_;
  OwnAddressedLaunch launch_;
  OwnLaunchFacts facts_;
  OwnLaunchShape shape_;
  std::vector<Number> common_;  ///< values of the names that all threads have
  std::vector<PlacedExpression> lets_;
  std::vector<Instruction> instructions_;
};

}  // namespace

AccessPattern own_accesses(const OwnSource& source, const AccessProblem& problem) {
  AccessPattern out;
  out.interpreted = true;
  std::vector<std::shared_ptr<const PlayedLaunch>> launches;
  for (OwnAddressedLaunch& each : source.stage_kernels().addresses->launches(problem)) {
    launches.push_back(std::make_shared<const PlayedLaunch>(source, problem, std::move(each)));
    out.launches.push_back(launches.back()->launch());
    for (const OwnArray& array : launches.back()->arrays()) {
      for (const AccessArray& made : array.made) {
        if (out.find_array(made.name) == nullptr) out.arrays.push_back(made);
      }
    }
  }
  out.warp_at = [launches](int x, int y) {
    return launches.back()->place_of(static_cast<int>(launches.size()) - 1, x, y);
  };
  out.work = [launches](const WarpPlace& at) { return launches[static_cast<std::size_t>(at.launch)]->work(at); };
  return out;
}

}  // namespace heteroscope
