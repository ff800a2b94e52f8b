#include "app/commands/study/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/console/console.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "app/production/poster/piece_costs_file.hpp"
#include "app/ranks/ranks.hpp"
#include "app/ranks/simulation.hpp"
#include "app/text/csv.hpp"
#include "app/text/table.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/process/memory_limit.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

constexpr int most_ranks = 1024;
constexpr int slower_file = 10;

struct RanksPoint {
  int ranks = 1;
  SimulatedRun as_it_is, with_slower_file;
  double efficiency = 0, efficiency_slower = 0;
};

double seconds_of(const char* option, const std::optional<std::string>& typed, double usual_s) {
  constexpr double most_us = 1e6;
  return typed ? 1e-6 * parse_real(option, *typed, 0, most_us) : usual_s;
}
double rate_of(const char* option, const std::string& typed) {
  return static_cast<double>(std::max<std::size_t>(1, memory::bytes_in(typed, option)));
}

/// Each piece as `larger` times `finer`, which take a `finer`-th of it each.
std::vector<PieceCost> pieces_of(const std::vector<PieceCost>& pieces, int larger, int finer) {
  std::vector<PieceCost> out;
  for (const PieceCost& each : pieces) {
    const double share = 1.0 / finer;
    out.insert(
        out.end(), static_cast<std::size_t>(larger) * static_cast<std::size_t>(finer),
        {each.compute_s * share, each.encode_s * share, each.put_s * share, each.bytes * share, each.estimate * share});
  }
  return out;
}

class ManyRanks {
 public:
  ManyRanks(const PieceCosts& costs, std::vector<PieceCost> pieces, SimulatedRanks usual)
      : guess_s_(costs.guess_s), pieces_(std::move(pieces)), usual_(std::move(usual)) {
    for (const PieceCost& each : pieces_) {
      bytes_ += each.bytes;
      put_s_ += each.put_s;
      longest_s_ = std::max(longest_s_, each.compute_s + each.encode_s);
    }
    alone_ = of(1, 1);
    alone_slower_ = of(1, slower_file);
  }

  /// Bytes a second that the file takes.
  [[nodiscard]] double file() const { return usual_.file.value_or(bytes_ / std::max(put_s_, 1e-9)); }
  [[nodiscard]] SimulatedRun of(int ranks, int slower) const {
    SimulatedRanks now = usual_;
    now.ranks = ranks;
    now.guesses = ranks > 1;
    if (slower > 1) now.file = file() / slower;
    return simulate(pieces_, guess_s_, now);
  }
  [[nodiscard]] RanksPoint point(int ranks) const {
    RanksPoint out{.ranks = ranks, .as_it_is = of(ranks, 1), .with_slower_file = of(ranks, slower_file)};
    out.efficiency = alone_.all_s / (out.as_it_is.all_s * ranks);
    out.efficiency_slower = alone_slower_.all_s / (out.with_slower_file.all_s * ranks);
    return out;
  }
  /// The part that takes most of the time of so many ranks beside computing.
  [[nodiscard]] std::string held_back_by(const SimulatedRun& run, int ranks) const {
    const double each = static_cast<double>(pieces_.size()) / ranks;
    constexpr double busy = 0.85;
    if (run.file_busy > busy)
      return fmt::format("the file: it is being written {} of the time", percent(run.file_busy));
    if (run.desk_busy > busy)
      return fmt::format("messages to rank 0: it is busy with them {} of the time", percent(run.desk_busy));
    const double guessing = run.guess_s / run.all_s;
    const double last = longest_s_ / run.all_s;
    if (guessing > last) return fmt::format("estimating the work of the pieces at the start: {}", percent(guessing));
    return fmt::format(
        "the pieces: each rank has {:.1f}, and the longest takes {} of the time (--larger makes more "
        "pieces, --finer shorter ones)",
        each, percent(last));
  }

 private:
  double guess_s_;
  std::vector<PieceCost> pieces_;
  SimulatedRanks usual_;
  double bytes_ = 0, put_s_ = 0, longest_s_ = 0;
  SimulatedRun alone_, alone_slower_;
};

std::string table_of(const std::vector<RanksPoint>& points) {
  TextTable table({{"ranks", true},
                   {"time", true},
                   {"efficiency", true},
                   {"computing", true},
                   {"messages", true},
                   {"file", true},
                   {"file 10× slower", true},
                   {"efficiency", true}});
  for (const RanksPoint& each : points) {
    table.add({fmt::format("{}", each.ranks), milliseconds(1000 * each.as_it_is.all_s),
               fmt::format("{:.3f}", each.efficiency), percent(each.as_it_is.computing),
               percent(each.as_it_is.desk_busy), percent(each.as_it_is.file_busy),
               milliseconds(1000 * each.with_slower_file.all_s), fmt::format("{:.3f}", each.efficiency_slower)});
  }
  return table.markdown();
}

std::string csv_of(const std::vector<RanksPoint>& points) {
  std::string out = csv_line({"ranks", "file", "seconds", "efficiency", "computing", "letters", "writing"});
  for (const RanksPoint& each : points) {
    const auto line = [&](const char* file, const SimulatedRun& run, double efficiency) {
      out += csv_line({fmt::format("{}", each.ranks), file, fmt::format("{}", run.all_s), fmt::format("{}", efficiency),
                       fmt::format("{}", run.computing), fmt::format("{}", run.desk_busy),
                       fmt::format("{}", run.file_busy)});
    };
    line("1", each.as_it_is, each.efficiency);
    line("0.1", each.with_slower_file, each.efficiency_slower);
  }
  return out;
}

/// Between rank 0 and rank 1: there and back, and how many rank 0 reads in a row.
int measure_messages(Ranks& ranks) {
  constexpr int count = 2000;
  World& world = ranks.world();
  const auto wait = [&] {
    for (;;) {
      if (auto message = world.receive()) return;
      world.all_sent();
    }
  };
  ranks.agree("letters", [](const std::string& theirs) { return theirs == "letters" ? "" : "something else"; });
  if (world.rank() > 1) return 0;
  const int other = 1 - world.rank();
  const auto send = [&] { world.send(other, message_of({.about = About::alive})); };
  if (!ranks.leads()) {
    for (int i = 0; i < count; ++i) wait(), send();
    for (int i = 0; i < count; ++i) send();
    return 0;
  }
  const Watch watch;
  for (int i = 0; i < count; ++i) send(), wait();
  const double latency_us = watch.ms() * 1000 / (2 * count);
  const Watch reading;
  for (int i = 0; i < count; ++i) wait();
  print_out(fmt::format("a message takes {:.2f} us; rank 0 needs {:.2f} us to receive one of many\n", latency_us,
                        reading.ms() * 1000 / count));
  return 0;
}

}  // namespace

void add_ranks_study_options(Command& command, RanksStudyOptions& options) {
  const std::string group = "The study ranks";
  command.add_option("--costs", options.costs, "The times of the pieces: a file of `render --costs`")
      ->type_name("FILE")
      ->group(group);
  command.add_option("--latency", options.latency, "Time of a message (5)")->type_name("MICROSECONDS")->group(group);
  command
      .add_option("--service", options.service,
                  "Time that rank 0 needs for a message; if not given, the time of that\nrun, or 5")
      ->type_name("MICROSECONDS")
      ->group(group);
  command.add_option("--network", options.network, "Bytes per second that rank 0 receives (10G)")
      ->type_name("BYTES")
      ->group(group);
  command
      .add_option("--file", options.file,
                  "Bytes per second that are written to the file; if not given, the\ntimes of the pieces")
      ->type_name("BYTES")
      ->group(group);
  command
      .add_option("--larger", options.larger,
                  "Simulate a poster with this many times the pixels, at the same time\nper pixel")
      ->type_name("N")
      ->group(group);
  command.add_option("--finer", options.finer, "Divide each piece into this many")->type_name("N")->group(group);
}

int study_ranks(const RanksStudyOptions& options, const std::optional<std::string>& csv) {
  if (ranks() != nullptr) {
    if (options != RanksStudyOptions{} || csv) throw BadInput("study ranks: started by mpirun it takes no options");
    return measure_messages(*ranks());
  }
  if (!options.costs) throw BadInput("study ranks: --costs is required (a file of `render --costs`)");
  constexpr double usual_s = 5e-6;
  constexpr int most_parts = 4096;
  FileUse files;
  files.reads("--costs", *options.costs);
  files.writes("--csv", csv);
  files.check();
  const SavedPieceCosts saved = read_piece_costs(*options.costs);
  const PieceCosts& costs = saved.costs;
  SimulatedRanks usual;
  usual.latency_s = seconds_of("--latency", options.latency, usual.latency_s);
  usual.service_s = seconds_of("--service", options.service, costs.service_s > 0 ? costs.service_s : usual_s);
  if (options.network) usual.network = rate_of("--network", *options.network);
  if (options.file) usual.file = rate_of("--file", *options.file);
  const auto times = [&](const char* option, const std::optional<std::string>& typed) {
    return typed ? parse_integer(option, *typed, 1, most_parts) : 1;
  };
  const int larger = times("--larger", options.larger);
  const int finer = times("--finer", options.finer);
  constexpr double most_pieces = 4e6;
  const double count = static_cast<double>(costs.pieces.size()) * larger * finer;
  if (count > most_pieces) {
    throw BadInput(
        fmt::format("study ranks: {:.0f} pieces are too many (at most {:.0f}): choose smaller --larger or --finer",
                    count, most_pieces));
  }
  const ManyRanks many(costs, pieces_of(costs.pieces, larger, finer), usual);
  std::vector<RanksPoint> points;
  for (int of = 2; of <= most_ranks; of *= 2) points.push_back(many.point(of));
  const RanksPoint& last = points.back();
  std::string text = fmt::format(
      "{}: {}; a message takes {:.3g} us, of which rank 0 needs {:.3g} us; the file takes {}B/s\n\n{}\n{} "
      "ranks are limited by {}\nwith a file ten times slower by {}\n",
      saved.what, plural(static_cast<std::int64_t>(count), "piece"), 1e6 * usual.latency_s, 1e6 * usual.service_s,
      with_prefix(many.file()), table_of(points), last.ranks, many.held_back_by(last.as_it_is, last.ranks),
      many.held_back_by(last.with_slower_file, last.ranks));
  if (count == static_cast<double>(costs.pieces.size()) && costs.all_s > 0) {
    SimulatedRanks same = usual;
    same.ranks = costs.ranks;
    same.starts_s = costs.starts_s;
    const double simulated = simulate(costs.pieces, 0, same).all_s;  // measured after the guesses
    text += fmt::format("measured with {}: {}; simulated: {}, {:+.1f} %\n", plural(costs.ranks, "rank"),
                        milliseconds(1000 * costs.all_s), milliseconds(1000 * simulated),
                        100 * (simulated / costs.all_s - 1));
  }
  Reports reports;
  if (csv != "-") reports.add("-", text);
  if (csv) reports.add(*csv, csv_of(points));
  reports.put();
  return 0;
}

}  // namespace heteroscope
