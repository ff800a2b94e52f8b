#include "app/window/model/views/own_views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/files/merged.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

void check_name(const std::string& name) {
  if (name.empty()) throw BadInput("a view needs a name");
  if (name.size() > longest_view_name)
    throw BadInput(fmt::format("a view's name has at most {} bytes", longest_view_name));
}

/// Throws BadInput if so many views cannot be kept; `more`: how many of them are new.
void check_room(const OwnViews::List& all, std::size_t more) {
  if (more > 0 && all.size() > most_own_views) {
    throw BadInput(Wrong::value, "views",
                   fmt::format("{} views are kept; {} more would be over the limit of {}: remove some first",
                               all.size() - more, more, most_own_views));
  }
  std::size_t bytes = 0;
  for (const OwnView& each : all) bytes += each.settings.size();
  if (bytes > most_own_view_bytes)
    throw BadInput("the views would take more than 16 MiB: remove some first (those with painted strokes are large)");
}

bool is_named(const OwnView& view, const std::string& name, const std::string& workload) {
  return view.name == name && view.workload == workload;
}

const OwnView* find_in(const OwnViews::List& all, const std::string& name, const std::string& workload) {
  const auto at = std::ranges::find_if(all, [&](const OwnView& each) { return is_named(each, name, workload); });
  return at == all.end() ? nullptr : &*at;
}

/// Returns whether a name is the earlier one, or one that free_name() has made from it.
bool comes_from(const std::string& name, const std::string& before) {
  return name == before || (name.starts_with(before + " (") && name.ends_with(')'));
}

/// Returns the first name such as "Antenna (2)" that no other view has, shortened to the longest name.
std::string free_name(const OwnViews::List& all, const OwnView& view) {
  for (int number = 2;; ++number) {
    const std::string end = fmt::format(" ({})", number);
    std::string name = view.name.substr(0, longest_view_name - end.size());
    // does not cut a UTF-8 character
    while (!name.empty() && name.size() < view.name.size() && (view.name[name.size()] & 0xC0) == 0x80) name.pop_back();
    name += end;
    if (find_in(all, name, view.workload) == nullptr) return name;
  }
}

}  // namespace

OwnViews::OwnViews(List all, Catalog catalog) : catalog_(catalog) {
  put(std::move(all));
}

void OwnViews::put(List next) {
  std::vector<ViewAbout> about;
  about.reserve(next.size());
  for (const OwnView& each : next) {
    const auto same = std::ranges::find(all_, each.settings, &OwnView::settings);
    about.push_back(same == all_.end() ? about_view(each, catalog_)
                                       : about_[static_cast<std::size_t>(same - all_.begin())]);
  }
  all_ = std::move(next);
  about_ = std::move(about);
  ++revision_;
}

void OwnViews::change(List next) {
  if (next == all_) return;
  before_.push_back(all_);
  if (before_.size() > longest_history) before_.erase(before_.begin());
  after_.clear();
  put(std::move(next));
}

const OwnView* OwnViews::find(const std::string& name, const std::string& workload) const {
  return find_in(all_, name, workload);
}

void OwnViews::keep(OwnView view) {
  check_name(view.name);
  List next = all_;
  const auto same =
      std::ranges::find_if(next, [&](const OwnView& each) { return is_named(each, view.name, view.workload); });
  const bool more = same == next.end();
  if (more) {
    next.push_back(std::move(view));
  } else {
    *same = std::move(view);
  }
  check_room(next, more ? 1 : 0);
  change(std::move(next));
}

void OwnViews::rename(std::size_t i, std::string name) {
  check_name(name);
  const OwnView* const other = find(name, all_[i].workload);
  if (other == &all_[i]) return;
  if (other != nullptr)
    throw BadInput(Wrong::value, name, fmt::format("another view already has the name \"{}\"", name));
  List next = all_;
  next[i].name = std::move(name);
  change(std::move(next));
}

void OwnViews::remove(std::size_t i) {
  List next = all_;
  next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
  change(std::move(next));
}

void OwnViews::swap(std::size_t i, std::size_t k) {
  List next = all_;
  std::swap(next[i], next[k]);
  change(std::move(next));
}

void OwnViews::move_up(std::size_t i) {
  for (std::size_t k = i; k-- > 0;) {
    if (all_[k].workload == all_[i].workload) return swap(i, k);
  }
}

void OwnViews::move_down(std::size_t i) {
  for (std::size_t k = i + 1; k < all_.size(); ++k) {
    if (all_[k].workload == all_[i].workload) return swap(i, k);
  }
}

std::size_t OwnViews::add(const List& more) {
  List next = all_;
  std::vector<std::string> places;
  for (const ViewAbout& each : about_) places.push_back(each.place);
  for (const OwnView& each : more) {
    check_name(each.name);
    const std::string place = about_view(each, catalog_).place;
    bool there = false;
    for (std::size_t i = 0; i < next.size() && !there; ++i) {
      there = next[i].workload == each.workload && comes_from(next[i].name, each.name) && places[i] == place;
    }
    if (there) continue;
    OwnView added = each;
    if (find_in(next, each.name, each.workload) != nullptr) added.name = free_name(next, each);
    next.push_back(std::move(added));
    places.push_back(place);
  }
  const std::size_t count = next.size() - all_.size();
  check_room(next, count);
  change(std::move(next));
  return count;
}

void OwnViews::back() {
  if (before_.empty()) return;
  after_.push_back(all_);
  List next = std::move(before_.back());
  before_.pop_back();
  put(std::move(next));
}

void OwnViews::forth() {
  if (after_.empty()) return;
  before_.push_back(all_);
  List next = std::move(after_.back());
  after_.pop_back();
  put(std::move(next));
}

void OwnViews::take_in(List now) {
  if (now == all_) return;
  for (List& each : before_) each = merged_views(all_, each, now);
  for (List& each : after_) each = merged_views(all_, each, now);
  put(std::move(now));
}

OwnViews::List merged_views(const OwnViews::List& base, const OwnViews::List& mine, const OwnViews::List& theirs) {
  const auto key = [](const OwnView& view) { return std::tie(view.workload, view.name); };
  return merged(base, mine, theirs, key, [](OwnViews::List& out, const OwnView& other) {
    OwnView added = other;
    added.name = free_name(out, other);
    out.push_back(std::move(added));
  });
}

}  // namespace heteroscope
