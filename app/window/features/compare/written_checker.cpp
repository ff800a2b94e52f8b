#include "app/window/features/compare/written_checker.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/message.hpp"
#include "core/plan/plan.hpp"
#include "core/run/compare.hpp"

namespace heteroscope {
namespace {

/// `why`: in words that may begin with the file's name already.
std::string not_checked(const Variant& own, std::string why) {
  return fmt::format("it cannot be checked whether {} writes every value: {}", own.own_id,
                     without_name(std::move(why), own.own_id));
}

}  // namespace

WrittenCheck WrittenChecker::update(double now_s, const std::shared_ptr<const Frame>& frame,
                                    const std::shared_ptr<const Frame>& reference, double tolerance) {
  const std::vector<const Variant*> own = own_variants_of(frame->plan);
  if (own.empty()) return {};
  if (auto counted = task_.take()) newest_ = *std::move(counted);
  if (newest_.frame == frame->serial) return newest_.found;
  if (std::exchange(waits_for_, frame->serial) != frame->serial) waits_since_s_ = now_s;
  if (refused_.own != own && !task_.busy()) begin(frame, reference, tolerance);
  if (refused_.own == own) return {.unwritten = 0, .why_not = refused_.why_not, .waits_since_s = {}};
  // what was found of a save stands until its next picture has been looked at, or it would come and go while it plays
  const bool was_found = newest_.own == own && newest_.found.unwritten > 0;
  return {.unwritten = was_found ? newest_.found.unwritten : 0, .why_not = {}, .waits_since_s = waits_since_s_};
}

/// Compares the picture that was computed once more, if that is there; has it computed if not.
void WrittenChecker::begin(const std::shared_ptr<const Frame>& frame, const std::shared_ptr<const Frame>& reference,
                           double tolerance) {
  const std::vector<const Variant*> own = own_variants_of(frame->plan);
  const Reference checked = requester_.checked_of(frame);
  if (!checked.why_not.empty()) refused_ = {own, not_checked(*own.front(), checked.why_not)};
  if (checked.frame == nullptr) return;
  task_.start(
      [serial = frame->serial, own, field = checked.frame->field, with = reference->field, tolerance] {
        const Field a = field.with_host_copy();
        const Field b = with.with_host_copy();
        return Counted{.frame = serial,
                       .own = own,
                       .found = {.unwritten = compare(a.host_view(), b.host_view(), tolerance).beyond,
                                 .why_not = {},
                                 .waits_since_s = {}}};
      },
      [serial = frame->serial, own](const Failure& failure) {
        return Counted{
            .frame = serial,
            .own = own,
            .found = {.unwritten = 0, .why_not = not_checked(*own.front(), failure.line), .waits_since_s = {}}};
      });
}

}  // namespace heteroscope
