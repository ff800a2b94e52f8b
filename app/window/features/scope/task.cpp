#include "app/window/features/scope/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stop_token>

#include "core/base/error.hpp"
#include "core/run/frame_evenness.hpp"

namespace heteroscope {
namespace {

/// Returns the blocks of a block mapping, shared with the earlier show if they are the same. Null once `stop` is set,
/// or if there is a reason why not.
std::shared_ptr<const MappingIndex> index_for(const ScopeRequest& request, const std::stop_token& stop,
                                              const ScopeShow* previous, std::string& why_not) {
  if (previous != nullptr && previous->index != nullptr && previous->request.of == request.of) return previous->index;
  const MappedVariant* variant = request.of.workload->find_mapping(request.of.variant);
  if (variant == nullptr) return nullptr;
  try {
    BlockMapping mapping = make_block_mapping(request.of, *variant);
    why_not = too_many_blocks(mapping);
    if (!why_not.empty()) return nullptr;
    auto index = index_mapping(std::move(mapping), stop);
    return index ? std::make_shared<const MappingIndex>(*std::move(index)) : nullptr;
  } catch (const BadInput& wrong) {
    why_not = wrong.what();
  }
  return nullptr;
}

std::uint32_t gray_of(const ScopeRequest& request) {
  return gray_on(request.theme == ThemeKind::dark);
}

/// Takes a pass of the request's frame; false: it has none, as `out` says, or `stop` is set.
bool take_traced(const ScopeRequest& request, const std::stop_token& stop, ScopeShow& out) {
  const Frame& frame = *request.traced;
  out.passes = passes_of(frame.traces);
  const bool numbers = frame.plan.workload->gives_numbers();
  const Size field = numbers ? frame.plan.input.size : frame.plan.output.size;
  const bool known = std::ranges::find(out.passes, request.of.pass) !=
                     out.passes.end();  // a pass of another variant is not among them
  auto traced = traced_mapping(frame.plan.participants, frame.traces, known ? request.of.pass : PassKey{}, field, stop);
  if (stop.stop_requested()) return false;
  if (!traced) {
    out.why_not = frame.plan.workload->iterates() ? "The last frame took no step: take one, or let it run"
                                                  : "The last frame computed nothing";
    return false;
  }
  out.pass = traced->pass;
  out.spans = {.blocks = traced->index.blocks(), .rows = {}};
  auto timeline = std::make_shared<Timeline>(timeline_of(traced->times));
  add_other_passes(*timeline, traced->times, frame.traces, traced->passes);
  out.timeline = std::move(timeline);
  out.index = std::make_shared<const MappingIndex>(std::move(traced->index));
  out.times = std::make_shared<const MappingTimes>(std::move(traced->times));
  return true;
}

/// Takes the blocks that a variant would launch; false: it cannot, as `out` says, or `stop` is set.
bool take_planned(const ScopeRequest& request, const std::stop_token& stop, const ScopeShow* previous, ScopeShow& out) {
  if (!request.of.variant.empty()) {
    out.index = index_for(request, stop, previous, out.why_not);
    if (stop.stop_requested() || out.index == nullptr) return false;
  }
  out.spans = {.blocks = out.index == nullptr ? 0 : out.index->blocks(), .rows = request.cpu};
  out.times = std::make_shared<const MappingTimes>(
      request.traced == nullptr ? times_by_number(out.spans)
                                : observed_times(out.spans, out.index.get(), request.traced->trace_of(Processor::gpu),
                                                 request.traced->trace_of(Processor::cpu)));
  out.timeline = std::make_shared<const Timeline>(timeline_of(*out.times));
  return true;
}

/// Takes the warps of the result as blocks of a grid; false: it cannot, as `out` says, or `stop` is set.
bool take_warps(const ScopeRequest& request, const std::stop_token& stop, ScopeShow& out) {
  const Frame& frame = *request.traced;
  out.why_not = why_even(*frame.plan.workload, frame.plan.output);
  if (!out.why_not.empty()) return false;
  const Warps of = warps_of(frame);
  BlockMapping mapping;
  mapping.extent = {.size = of.field, .domain = frame.plan.output.domain};
  mapping.grids = {{.label = fmt::format("warps of blocks of {} × {} threads", of.block.x, of.block.y),
                    .columns = of.columns(),
                    .rows = of.rows()}};
  out.why_not = too_many_blocks(mapping);
  if (!out.why_not.empty()) return false;
  const auto evenness = std::make_shared<const Evenness>(frame_evenness(frame, stop));
  if (stop.stop_requested()) return false;
  mapping.patches = [of](std::size_t, std::int64_t warp) {
    BlockPatches patches;
    for (const Patch& each : of.cells(warp)) {
      if (patches.count < 2) patches.patch[patches.count++] = each;
    }
    return patches;
  };
  auto index = std::make_shared<MappingIndex>(empty_index(std::move(mapping), {1, 1}));
  index->runs = [evenness](std::int64_t warp, const std::function<void(const Patch&)>& take) {
    for (const Patch& each : evenness->of.cells(warp)) take(each);
  };
  for (std::int64_t warp = 0; warp < of.count() && !stop.stop_requested(); ++warp) {
    for (const Patch& each : of.cells(warp)) paint_patch(*index, each, warp);
    index->busy[static_cast<std::size_t>(warp)] = evenness->warps[static_cast<std::size_t>(warp)].most > 0 ? 1 : 0;
  }
  if (stop.stop_requested()) return false;
  out.spans = {.blocks = of.count(), .rows = {}};
  out.times = std::make_shared<const MappingTimes>(times_by_number(out.spans));
  out.timeline = std::make_shared<const Timeline>();
  out.index = std::move(index);
  out.evenness = evenness;
  return true;
}

/// Takes over the earlier show if only the colors change.
bool keep_traced(const ScopeRequest& request, const ScopeShow* previous, ScopeShow& out) {
  if (previous == nullptr || previous->index == nullptr || previous->request.of != request.of ||
      previous->evenness != nullptr || previous->traced_serial != request.traced->serial) {
    return false;
  }
  const ScopeRequest own = out.request;
  out = *previous;
  out.request = own;
  return true;
}

}  // namespace

BlockShape block_of(const MappedVariant& variant, BlockShape chosen) {
  return variant.any_block && chosen != BlockShape{} ? chosen : variant.default_block;
}

BlockMapping make_block_mapping(const MappingOf& of, const MappedVariant& variant) {
  return variant.make(of.workload->bind(of.parameters), of.output, of.rows, block_of(variant, of.block));
}

void make_show(const ScopeRequest& request, const std::stop_token& stop, const ScopeShow* previous,
               const ScopeShowTask::Publish& publish) {
  auto out = std::make_shared<ScopeShow>();
  out->request = request;
  out->request.traced = nullptr;  // the frame's fields may have gigabytes
  out->traced_serial = request.traced == nullptr ? 0 : request.traced->serial;
  const bool warps = request.color == TraceColor::evenness;
  const auto take = [&] {
    if (warps) return take_warps(request, stop, *out);
    if (!request.of.as_computed) return take_planned(request, stop, previous, *out);
    return keep_traced(request, previous, *out) || take_traced(request, stop, *out);
  };
  if (!take()) {
    if (!stop.stop_requested() && !out->why_not.empty()) publish(std::move(out));
    return;
  }
  if (stop.stop_requested()) return;
  out->paint = std::make_shared<ScopePaint>(
      warps ? paint_warps(*out->evenness)
            : paint_mapping(out->spans, out->index.get(), *out->times, request.color, gray_of(request)));
  out->shown = std::make_shared<const std::vector<ShownSpan>>(shown_spans(*out->paint, *out->times));
  publish(std::move(out));
}

void make_timeline(const TimelineRequest& request, const std::stop_token& stop, const TimelineTask::Publish& publish) {
  auto out = std::make_shared<TimelineShow>();
  out->request = request;
  if (stop.stop_requested()) return;
  const ScopeShow& show = *request.show;
  out->picture = timeline_picture(*show.timeline, show.paint->colors, gray_of(show.request), request.span,
                                  request.columns, request.rows);
  publish(std::move(out));
}

void make_table(const MappingOf& of, const std::stop_token& stop, const MappingTableTask::Publish& publish) {
  MappingTable table{.of = of, .rows = {}};
  for (const MappedVariant& each : of.workload->block_mappings->variants) {
    table.rows.push_back({std::string(each.variant), block_of(each, of.block), std::nullopt, {}});
  }
  publish(std::make_shared<const MappingTable>(table));
  for (std::size_t i = 0; i < table.rows.size() && !stop.stop_requested(); ++i) {
    MappingTable::Row& row = table.rows[i];
    try {
      row.figures = figures_of(make_block_mapping(of, of.workload->block_mappings->variants[i]), stop);
    } catch (const BadInput& wrong) {
      row.why_not = wrong.what();
    }
    publish(std::make_shared<const MappingTable>(table));
  }
}

ScopeTasks::ScopeTasks()
    : show([last = std::weak_ptr<const ScopeShow>()](const ScopeRequest& request, const std::stop_token& stop,
                                                     const ScopeShowTask::Publish& publish) mutable {
        make_show(request, stop, last.lock().get(), [&](std::shared_ptr<const ScopeShow> made) {
          last = made;
          publish(std::move(made));
        });
      }),
      table(make_table),
      timeline(make_timeline) {}

}  // namespace heteroscope
