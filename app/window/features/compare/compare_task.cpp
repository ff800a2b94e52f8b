#include "app/window/features/compare/compare_task.hpp"

namespace heteroscope {
namespace {

CompareResult compared(const CompareKey& key, const Field& picture, const Field& other, int step) {
  CompareResult out;
  out.key = key;
  out.step = step;
  out.picture = diff_picture_size(picture.size(), step);
  const Field a = picture.with_host_copy();
  const Field b = other.with_host_copy();
  out.diff = compare(a.host_view(), b.host_view());
  out.pixels = diff_picture(a.host_view(), b.host_view(), key.style, out.diff.max_error, step);
  return out;
}

}  // namespace

void CompareTask::start(const CompareKey& key, Field picture, Field other, int step) {
  task_.start([key, picture = std::move(picture), other = std::move(other),
               step] { return compared(key, picture, other, step); },
              [key, step](const Failure& failure) {
                CompareResult out;
                out.key = key;
                out.step = step;
                out.error = failure.line;
                return out;
              });
}

}  // namespace heteroscope
