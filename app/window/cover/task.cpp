#include "app/window/cover/task.hpp"

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr int timeline_columns = 1024;

/// The cover's blocks, from the show before where they are the same. Nothing once `stop` is set, or with a reason why
/// not.
std::shared_ptr<const CoverIndex> index_for(const CoverWish& wish, const std::atomic<bool>& stop,
                                            const CoverShow* previous, std::string& why_not) {
  if (previous != nullptr && previous->index != nullptr && previous->wish.of == wish.of) return previous->index;
  const CoveringVariant* variant = wish.of.workload->find_cover(wish.of.variant);
  if (variant == nullptr) return nullptr;
  try {
    Cover cover = make_cover(wish.of, *variant);
    why_not = too_many_blocks(cover);
    if (!why_not.empty()) return nullptr;
    auto index = index_cover(std::move(cover), stop);
    return index ? std::make_shared<const CoverIndex>(*std::move(index)) : nullptr;
  } catch (const BadInput& wrong) {
    why_not = wrong.what();
  }
  return nullptr;
}

}  // namespace

BlockShape block_of(const CoveringVariant& variant, BlockShape chosen) {
  return variant.any_block && chosen != BlockShape{} ? chosen : variant.default_block;
}

Cover make_cover(const CoverOf& of, const CoveringVariant& variant) {
  return variant.make(of.workload->bind(of.parameters), of.output, of.rows, block_of(variant, of.block));
}

void make_show(const CoverWish& wish, const std::atomic<bool>& stop, const CoverShow* previous,
               const CoverShowTask::Publish& publish) {
  auto out = std::make_shared<CoverShow>();
  out->wish = wish;
  out->wish.traced = nullptr;  // its fields may be gigabytes
  out->traced_serial = wish.traced == nullptr ? 0 : wish.traced->serial;
  if (!wish.of.variant.empty()) {
    out->index = index_for(wish, stop, previous, out->why_not);
    if (stop) return;
    if (out->index == nullptr) {
      publish(std::move(out));
      return;
    }
  }
  out->pieces = {.blocks = out->index == nullptr ? 0 : out->index->blocks(), .rows = wish.cpu};
  out->times = std::make_shared<const CoverTimes>(
      wish.traced == nullptr ? times_by_number(out->pieces)
                             : observed_times(out->pieces, out->index.get(), wish.traced->trace_of(Processor::gpu),
                                              wish.traced->trace_of(Processor::cpu)));
  if (stop) return;
  auto paint =
      std::make_shared<CoverPaint>(paint_cover(out->pieces, out->index.get(), *out->times, wish.color, wish.theme));
  if (stop) return;
  out->timeline =
      std::make_shared<const Picture>(timeline_of(out->pieces, *out->times, paint->colors, timeline_columns));
  out->paint = std::move(paint);
  publish(std::move(out));
}

void make_table(const CoverOf& of, const std::atomic<bool>& stop, const CoverTableTask::Publish& publish) {
  CoverTable table{.of = of, .rows = {}};
  for (const CoveringVariant& each : of.workload->covers->variants) {
    table.rows.push_back({std::string(each.variant), block_of(each, of.block), std::nullopt, {}});
  }
  publish(std::make_shared<const CoverTable>(table));
  for (std::size_t i = 0; i < table.rows.size() && !stop; ++i) {
    CoverTable::Row& row = table.rows[i];
    try {
      row.figures = figures_of(make_cover(of, of.workload->covers->variants[i]), &stop);
    } catch (const BadInput& wrong) {
      row.why_not = wrong.what();
    }
    publish(std::make_shared<const CoverTable>(table));
  }
}

CoverTasks::CoverTasks()
    : show([last = std::weak_ptr<const CoverShow>()](const CoverWish& wish, const std::atomic<bool>& stop,
                                                     const CoverShowTask::Publish& publish) mutable {
        make_show(wish, stop, last.lock().get(), [&](std::shared_ptr<const CoverShow> made) {
          last = made;
          publish(std::move(made));
        });
      }),
      table(make_table) {}

}  // namespace heteroscope
