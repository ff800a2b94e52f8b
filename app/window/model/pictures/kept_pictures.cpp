#include "app/window/model/pictures/kept_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "app/text/format.hpp"
#include "app/window/model/times/frame_history.hpp"

namespace heteroscope {

namespace {

KeptPicture described(char letter, std::shared_ptr<const Frame> frame) {
  const Size size = frame->field.size();
  KeptPicture out{.letter = letter,
                  .made_by = fmt::format("{}, {}", variants_of(*frame), id_of(frame->plan.settings.problem.precision)),
                  .about = {},
                  .frame = nullptr};
  out.about = fmt::format("{}, {} × {}", out.made_by, size.width, size.height);
  if (frame->plan.workload->iterates()) out.about += fmt::format(", step {}", format_count(frame->plan.problem.steps));
  out.frame = std::move(frame);
  return out;
}

std::size_t bytes_of_frame(const Frame& frame) {
  return frame.field.bytes() + frame.input.bytes();
}

}  // namespace

std::size_t KeptPictures::bytes() const {
  return std::accumulate(all_.begin(), all_.end(), std::size_t{0},
                         [](std::size_t sum, const KeptPicture& each) { return sum + bytes_of_frame(*each.frame); });
}

std::vector<KeptPicture>::const_iterator KeptPictures::find(char letter) const {
  return std::ranges::find(all_, letter, &KeptPicture::letter);
}

const KeptPicture& KeptPictures::keep(std::shared_ptr<const Frame> frame) {
  const auto same = std::ranges::find(all_, frame, &KeptPicture::frame);
  if (same != all_.end()) {
    chosen_ = same->letter;
    return *same;
  }
  while (!all_.empty() && (all_.size() == most || bytes() + bytes_of_frame(*frame) > room_)) drop(ages_.front());
  char letter = 'A';
  while (find(letter) != all_.end()) ++letter;
  ages_.push_back(letter);
  chosen_ = letter;
  const auto after = std::ranges::find_if(all_, [&](const KeptPicture& each) { return each.letter > letter; });
  return *all_.insert(after, described(letter, std::move(frame)));
}

void KeptPictures::choose(char letter) {
  if (find(letter) != all_.end()) chosen_ = letter;
}

void KeptPictures::drop(char letter) {
  const auto at = find(letter);
  if (at == all_.end()) return;
  const auto place = static_cast<std::size_t>(at - all_.begin());
  all_.erase(at);
  std::erase(ages_, letter);
  if (chosen_ != letter) return;
  chosen_ = all_.empty() ? char{0} : all_[place > 0 ? place - 1 : 0].letter;
}

const KeptPicture* KeptPictures::chosen() const {
  const auto at = find(chosen_);
  return at == all_.end() ? nullptr : &*at;
}

const KeptPicture* KeptPictures::next() const {
  const auto at = find(chosen_);
  return at == all_.end() || std::next(at) == all_.end() ? nullptr : &*std::next(at);
}

}  // namespace heteroscope
