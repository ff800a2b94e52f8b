#include "app/window/picture/large_picture.hpp"

#include <utility>

#include "app/window/model/views/picture_view.hpp"
#include "core/base/watch.hpp"

namespace heteroscope {
namespace {

Sampled carried_out(const SampleOrder& order, BufferPool& pool) {
  Sampled out{.order = order};
  const Watch watch;
  out.field = sample(colored_of(*order.frame, order.role), order.grid, pool);
  out.ms = watch.ms();
  return out;
}

Size size_of(const SampleOrder& order) {
  return picture_of(*order.frame, order.role).size();
}

bool is_whole(const std::optional<Sampled>& sampled) {
  return sampled && covers_all(sampled->order.grid, size_of(sampled->order));
}

}  // namespace

void Sampler::start(const SampleOrder& order) {
  task_.start([this, order] { return carried_out(order, pool_); },
              [order](const Failure& failure) { return Sampled{.order = order, .error = failure.line}; });
}

bool LargePicture::same_picture(const std::optional<Sampled>& sampled, const Wanted& wanted) {
  return sampled && sampled->order.frame == wanted.frame && sampled->order.role == wanted.role;
}

double LargePicture::show(Sampled sampled, const Present& present) {
  const std::optional<Sampled>& before = parts_[detail_].sampled;
  const bool same = before && before->order.frame == sampled.order.frame && before->order.role == sampled.order.role;
  const bool whole = covers_all(sampled.order.grid, size_of(sampled.order));
  if (same && is_whole(before) && !whole)
    detail_ = 1 - detail_;  // the view came closer: the earlier sample stays below
  if (!same || whole) parts_[1 - detail_].sampled.reset();
  Part& detail = parts_[detail_];
  detail.sampled.reset();
  const double ms = present(sampled, detail.texture);
  detail.sampled = std::move(sampled);
  return ms;
}

void LargePicture::order(const Wanted& wanted) {
  current_ = failed_ == wanted.frame;
  if (current_) return;
  const Size field = picture_of(*wanted.frame, wanted.role).size();
  const auto& detail = parts_[detail_].sampled;
  const bool same = same_picture(detail, wanted);
  const auto seen = seen_cells(wanted.place, field, wanted.area);
  if (!seen && same) {
    current_ = true;
    return;
  }
  // a picture that is out of view is sampled as a whole
  const Placement place = seen ? wanted.place : placement(PictureView{}, field, wanted.area);
  const SeenCells cells =
      seen.value_or(SeenCells{0, 0, static_cast<double>(field.width), static_cast<double>(field.height)});
  const SampleGrid grid = grid_for(place, field, wanted.area, cells, longest_texture_side());
  current_ = same && serves(detail->order.grid, grid, field, cells);
  if (!current_) sampler_.start({wanted.frame, wanted.role, grid, wanted.coarse});
}

std::optional<LargePicture::Arrived> LargePicture::update(const Wanted& wanted, const Present& present) {
  std::optional<Arrived> out;
  if (auto sampled = sampler_.take()) {
    out = Arrived{*sampled, sampled->ms};
    if (sampled->error.empty()) {
      out->ms += show(*std::move(sampled), present);
    } else {
      failed_ = sampled->order.frame;
    }
  }
  order(wanted);
  return out;
}

void LargePicture::present_again(const Present& present) {
  for (Part& part : parts_) {
    if (part.sampled) present(*part.sampled, part.texture);
  }
}

void LargePicture::clear() {
  for (Part& part : parts_) part.sampled.reset();
  failed_ = nullptr;
  current_ = false;
}

bool LargePicture::shows(const Frame& frame, Role role) const {
  const auto& detail = parts_[detail_].sampled;
  return detail && detail->order.frame.get() == &frame && detail->order.role == role;
}

void LargePicture::add_sheets(const Sheet& picture, Size field, std::vector<Sheet>& sheets) const {
  for (const std::size_t i : {1 - detail_, detail_}) {
    const Part& part = parts_[i];
    if (!part.sampled || size_of(part.sampled->order) != field) continue;
    const SampleGrid& grid = part.sampled->order.grid;
    if (i != detail_ && current_) continue;  // the other sample covers the whole view
    Sheet sheet = picture;
    sheet.texture = &part.texture;
    sheet.place = placement(grid, field, picture.place);
    sheet.share = share_on_field(grid, field);
    if (!grid.of_single_cells()) sheet.sampling = Sampling::smooth;
    sheets.push_back(sheet);
  }
}

}  // namespace heteroscope
