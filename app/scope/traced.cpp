#include "app/scope/traced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <stop_token>
#include <utility>

#include "app/scope/fold.hpp"
#include "app/text/format.hpp"
#include "core/base/ceil_div.hpp"
#include "core/base/parallel.hpp"
#include "core/trace/runs.hpp"

namespace heteroscope {
namespace {

/// The passes of a participant that have a span: what there was no room for in the trace is not looked at.
class ParticipantPasses {
 public:
  explicit ParticipantPasses(const Trace& trace) : trace_(trace), has_spans_(trace.passes.size()) {
    for (const TracedSpan& each : trace.spans) has_spans_[trace.launch_of(each).pass] = true;
    for (std::uint32_t i = 0; i < has_spans_.size(); ++i) {
      if (has_spans_[i]) last_[trace.passes[i].stage] = i;
    }
  }

  [[nodiscard]] const TracedPass& at(std::uint32_t pass) const { return trace_.passes[pass]; }
  [[nodiscard]] std::uint32_t last_of(int stage) const {
    const auto found = last_.find(stage);
    return found != last_.end() ? found->second : no_pass;
  }

  [[nodiscard]] std::uint32_t find(const PassKey& wanted, Size field) const {
    std::uint32_t last = no_pass;
    for (auto i = static_cast<std::uint32_t>(has_spans_.size()); i-- > 0;) {
      if (!has_spans_[i]) continue;
      const TracedPass& pass = trace_.passes[i];
      if (wanted.name.empty()) {
        if (pass.over != Over::other && pass.space == field) return i;
        if (last == no_pass) last = i;
      } else if (pass.stage == wanted.stage && pass.name == wanted.name &&
                 (wanted.space == Size{} || wanted.space == pass.space)) {
        return i;
      }
    }
    return last;
  }

 private:
  const Trace& trace_;
  std::vector<bool> has_spans_;
  std::map<int, std::uint32_t> last_;  ///< by stage
};

/// By stage and name whether there are passes of several sizes.
class Sizes {
 public:
  explicit Sizes(std::span<const Trace> participants) {
    for (const Trace& trace : participants) {
      for (const TracedPass& each : trace.passes) {
        const auto [found, is_new] = of_.try_emplace({each.stage, each.name}, each.space);
        if (!is_new && found->second != each.space) found->second = several;
      }
    }
  }
  [[nodiscard]] PassKey key_of(const TracedPass& pass) const {
    const auto found = of_.find({pass.stage, pass.name});
    const bool differ = found != of_.end() && found->second == several;
    return {pass.stage, pass.name, differ ? pass.space : Size{}};
  }

 private:
  static constexpr Size several{-1, -1};
  std::map<std::pair<int, std::string>, Size> of_;
};

/// Both are the last ones of a stage, over the same cells.
bool together(const ParticipantPasses& a, const ParticipantPasses& b, std::uint32_t of_b) {
  const int stage = b.at(of_b).stage;
  const std::uint32_t of_a = a.last_of(stage);
  return of_a != no_pass && b.last_of(stage) == of_b && a.at(of_a).space == b.at(of_b).space;
}

/// A participant's part in the pass: without the spans, of which each block has its own.
struct ParticipantPass {
  TracedPass pass;
  std::vector<TracedLaunch> launches;
};

/// Which spans a block is made of.
struct BlockSpan {
  std::uint32_t participant = 0;
  std::uint32_t launch = 0;
  Cells cells;
};

/// The block positions that are asked for after the frame is gone.
struct BlockSpans {
  std::vector<ParticipantPass> participants;
  std::vector<std::uint32_t> first;  ///< by block, and one more
  std::vector<BlockSpan> all;        ///< by block
  Fold fold;

  template <class Body>
  void each_run(std::int64_t block, Body body) const {
    const auto at = static_cast<std::size_t>(block);
    for (std::uint32_t i = first[at]; i < first[at + 1]; ++i) {
      const BlockSpan& span = all[i];
      const ParticipantPass& participant = participants[span.participant];
      const TracedLaunch& launch = participant.launches[span.launch];
      for_each_run(
          participant.pass, launch, span.cells, participant.pass.regions[launch.region], [&](int row, Rows columns) {
            // blocks reach over places without a value, threads of the CPU do not
            if (launch.kind == SpanKind::thread) {
              columns.end =
                  std::min(columns.end, values_in_row(participant.pass.domain, participant.pass.space.width, row));
            }
            if (!columns.empty()) fold.each(row, columns, body);
          });
    }
  }
};

/// The rectangle around a block's cells; no width if there are none.
Patch around(const BlockSpans& spans, std::int64_t block) {
  Patch out;
  spans.each_run(block, [&](const Patch& each) {
    if (out.width == 0) out = each;
    const int right = std::max(out.x + out.width, each.x + each.width);
    const int lower = std::max(out.y + out.height, each.y + each.height);
    out.x = std::min(out.x, each.x);
    out.y = std::min(out.y, each.y);
    out.width = right - out.x;
    out.height = lower - out.y;
  });
  return out;
}

/// So many in rows that make about a square.
MappingGrid square_of(std::int64_t count) {
  MappingGrid out;
  out.counted = true;
  constexpr std::int64_t a_row = 16;  // as many as fit side by side stay in one
  const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  out.columns = static_cast<int>(count <= a_row ? std::max<std::int64_t>(count, 1) : side);
  out.rows = static_cast<int>(ceil_div(count, out.columns));
  return out;
}

std::string_view words_of_span(SpanKind kind) {
  switch (kind) {
    case SpanKind::block:
      return "blocks";
    case SpanKind::warp:
      return "warps";
    case SpanKind::thread:
      return "chunks";
    case SpanKind::library:
      return "library";
  }
  return {};
}

/// Puts the spans of a pass into grids.
class Grids {
 public:
  Grids(std::span<const Participant> participants, std::span<const Trace> traces,
        const std::vector<std::uint32_t>& passes)
      : participants_(participants), traces_(traces), passes_(passes) {
    for (std::size_t l = 0; l < traces.size(); ++l) {
      if (passes[l] == no_pass) continue;
      participants[l].is_gpu() ? add_launches(l) : add_chunks(l);
    }
  }

  struct Placed {
    std::int64_t block;  ///< through all grids
    std::uint32_t participant;
    const TracedSpan* span;
  };
  std::vector<MappingGrid> grids;
  std::vector<Placed> placed;
  std::int64_t blocks = 0;

 private:
  void add_grid(MappingGrid grid) {
    grid.id = static_cast<std::uint32_t>(grids.size());
    blocks += grid.blocks();
    grids.push_back(std::move(grid));
  }

  void add_launches(std::size_t l) {
    const Trace& trace = traces_[l];
    struct Launch {
      std::uint32_t last = 0;
      std::int64_t first_block = -1;
      bool any = false;
    };
    std::vector<Launch> launches(trace.launches.size());
    const auto number = [&](const TracedSpan& each) { return each.number - trace.launch_of(each).first_number; };
    for (const TracedSpan& each : trace.spans) {
      Launch& launch = launches[each.launch];
      launch.any = true;
      launch.last = std::max(launch.last, number(each));
    }
    int nth = 0;
    for (std::size_t i = 0; i < launches.size(); ++i) {
      const TracedLaunch& of = trace.launches[i];
      if (of.pass != passes_[l] || !launches[i].any) continue;
      const std::int64_t whole = std::int64_t{of.columns} * of.rows;
      // a grid of more blocks than can be drawn has no records of most of them
      const bool own = of.kind == SpanKind::block && launches[i].last < whole && blocks + whole <= most_drawn_blocks;
      MappingGrid grid = square_of(std::int64_t{launches[i].last} + 1);
      if (own) {
        grid = {.columns = static_cast<int>(of.columns), .rows = static_cast<int>(of.rows)};
      }
      ++nth;
      grid.label = of.kind == SpanKind::library ? "library" : fmt::format("launch {}", nth);
      if (!own && of.kind == SpanKind::block) grid.label += fmt::format(", parts of {} blocks", format_count(whole));
      if (of.kind == SpanKind::warp) grid.label += ", warps";
      if (several_gpus() || participants_[l].is_elsewhere()) grid.label = name_of(participants_[l]) + ", " + grid.label;
      launches[i].first_block = blocks;
      add_grid(std::move(grid));
    }
    for (const TracedSpan& each : trace.spans) {
      const Launch& launch = launches[each.launch];
      if (launch.first_block >= 0)
        placed.push_back({launch.first_block + number(each), static_cast<std::uint32_t>(l), &each});
    }
  }

  void add_chunks(std::size_t l) {
    const Trace& trace = traces_[l];
    const std::int64_t first = blocks;
    std::int64_t count = 0;
    for (const TracedSpan& each : trace.spans) {  // by start
      if (trace.launch_of(each).pass != passes_[l]) continue;
      placed.push_back({first + count++, static_cast<std::uint32_t>(l), &each});
    }
    if (count == 0) return;
    MappingGrid grid = square_of(count);
    grid.label = fmt::format("{}: {} {} as begun", name_of(participants_[l]), format_count(count),
                             count == 1 ? "chunk" : words_of_span(SpanKind::thread));
    add_grid(std::move(grid));
  }

  [[nodiscard]] bool several_gpus() const {
    return std::ranges::count_if(participants_, [](const Participant& each) { return each.is_gpu(); }) > 1;
  }

  std::span<const Participant> participants_;
  std::span<const Trace> traces_;
  const std::vector<std::uint32_t>& passes_;
};

std::shared_ptr<BlockSpans> spans_of(const Grids& grids, std::span<const Trace> traces,
                                     const std::vector<std::uint32_t>& passes, const Fold& fold) {
  auto out = std::make_shared<BlockSpans>(BlockSpans{.participants = {}, .first = {}, .all = {}, .fold = fold});
  for (std::size_t l = 0; l < traces.size(); ++l) {
    const bool there = passes[l] != no_pass;
    out->participants.push_back({there ? traces[l].passes[passes[l]] : TracedPass{}, traces[l].launches});
  }
  out->first.assign(static_cast<std::size_t>(grids.blocks) + 1, 0);
  for (const Grids::Placed& each : grids.placed) ++out->first[static_cast<std::size_t>(each.block) + 1];
  for (std::size_t i = 1; i < out->first.size(); ++i) out->first[i] += out->first[i - 1];
  out->all.resize(grids.placed.size());
  std::vector<std::uint32_t> next = out->first;
  for (const Grids::Placed& each : grids.placed) {
    out->all[next[static_cast<std::size_t>(each.block)]++] = {each.participant, each.span->launch, each.span->cells};
  }
  return out;
}

MappingTimes times_of(const Grids& grids, std::span<const Participant> participants, std::span<const Trace> traces) {
  MappingTimes out = unrecorded_times(grids.blocks);
  out.zero_ns = std::numeric_limits<std::uint64_t>::max();
  for (const Grids::Placed& each : grids.placed) out.zero_ns = std::min(out.zero_ns, each.span->start_ns);
  for (std::size_t l = 0; l < traces.size(); ++l) {
    std::uint32_t units = 0;
    for (const TracedSpan& each : traces[l].spans) units = std::max(units, each.unit + 1);
    out.units.add(participants[l], units);
    out.dropped += traces[l].dropped;
    out.clock_error_ns = std::max(out.clock_error_ns, traces[l].clock_error_ns);
  }
  for (const Grids::Placed& each : grids.placed) out.put(each.block, each.participant, *each.span);
  return out;
}

}  // namespace

std::vector<PassKey> passes_of(std::span<const Trace> participants) {
  std::vector<PassKey> out;
  const Sizes sizes(participants);
  std::vector<ParticipantPasses> before;
  for (const Trace& trace : participants) {
    const ParticipantPasses participant(trace);
    for (std::uint32_t i = 0; i < trace.passes.size(); ++i) {
      const PassKey key = sizes.key_of(trace.passes[i]);
      if (std::ranges::find(out, key) != out.end()) continue;
      if (std::ranges::none_of(before, [&](const ParticipantPasses& each) { return together(each, participant, i); }))
        out.push_back(key);
    }
    before.push_back(participant);
  }
  std::ranges::stable_sort(out, {}, &PassKey::stage);
  return out;
}

PassKey key_of(std::span<const Trace> participants, const TracedPass& pass) {
  return Sizes(participants).key_of(pass);
}

std::vector<std::uint32_t> pass_on_participants(std::span<const Trace> participants, const PassKey& wanted,
                                                Size field) {
  std::vector<std::uint32_t> out(participants.size(), no_pass);
  std::vector<ParticipantPasses> all;
  for (const Trace& each : participants) all.emplace_back(each);
  const auto lead =
      std::ranges::find_if(all, [&](const ParticipantPasses& each) { return each.find(wanted, field) != no_pass; });
  if (lead == all.end()) return out;
  const std::uint32_t found = lead->find(wanted, field);
  const TracedPass& of = lead->at(found);
  for (std::size_t l = 0; l < all.size(); ++l) {
    std::uint32_t here = all[l].find({of.stage, of.name, of.space}, field);
    if (here == no_pass && together(all[l], *lead, found)) here = all[l].last_of(of.stage);
    if (here != no_pass && all[l].at(here).space == of.space) out[l] = here;
  }
  return out;
}

std::optional<TracedMapping> traced_mapping(std::span<const Participant> participants, std::span<const Trace> traces,
                                            const PassKey& wanted, Size field, const std::stop_token& stop) {
  const std::vector<std::uint32_t> passes = pass_on_participants(traces, wanted, field);
  const auto leads = std::ranges::find_if(passes, [](std::uint32_t each) { return each != no_pass; });
  if (leads == passes.end()) return std::nullopt;
  const TracedPass& of = traces[static_cast<std::size_t>(leads - passes.begin())].passes[*leads];
  const Fold fold(of.space, of.space == field);
  const Grids grids(participants, traces, passes);
  const auto spans = spans_of(grids, traces, passes, fold);
  BlockMapping mapping;
  mapping.extent = {.size = fold.size, .domain = fold.folded ? Domain::whole : of.domain};
  mapping.threads = {0, 0};
  mapping.grids = grids.grids;
  TracedMapping out{.pass = key_of(traces, of),
                    .passes = passes,
                    .index = empty_index(std::move(mapping), {1, 1}),
                    .times = times_of(grids, participants, traces)};
  MappingIndex& index = out.index;
  index.runs = [spans](std::int64_t block, const std::function<void(const Patch&)>& take) {
    spans->each_run(block, take);
  };
  index.mapping.patches = [spans, first = index.first](std::size_t grid, std::int64_t block) {
    BlockPatches patches;
    patches.patch[0] = around(*spans, first[grid] + block);
    patches.count = patches.patch[0].width > 0 ? 1 : 0;
    return patches;
  };
  const std::int64_t blocks = index.blocks();
  std::int64_t useful = 0;
  Thrown thrown;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : useful) num_threads(all_threads())
  for (std::int64_t b = 0; b < blocks; ++b) {
    if (stop.stop_requested()) continue;
    bool any = false;
    thrown.keep([&] {
      spans->each_run(b, [&](const Patch& run) {
        any = true;
        paint_patch(index, run, b);
      });
    });
    index.busy[static_cast<std::size_t>(b)] = any ? 1 : 0;
    useful += any ? 1 : 0;
  }
  thrown.rethrow();
  if (stop.stop_requested()) return std::nullopt;
  index.figures.launches = static_cast<std::int64_t>(index.mapping.grids.size());
  index.figures.blocks = static_cast<std::int64_t>(spans->all.size());
  index.figures.useful_blocks = useful;
  return out;
}

}  // namespace heteroscope
