// The views that a person keeps: their list, their files, their small pictures, and going to them. Without a display.
#include "app/window/model/views/own_views.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "app/options/typed_command.hpp"
#include "app/window/features/files/open_file.hpp"
#include "app/window/features/views/view_file.hpp"
#include "app/window/features/views/view_pictures.hpp"
#include "app/window/features/views/visit.hpp"
#include "app/window/model/views/view_target.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/error.hpp"
#include "core/color/colorize.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

Settings place_at(const std::string& re, const std::string& span = "0.001", double limit = 900) {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  out.problem.parameters["center_re"] = Decimal::parse(re);
  out.problem.parameters["span"] = Decimal::parse(span);
  out.problem.parameters["max_iterations"] = limit;
  return out;
}

OwnView view_at(const std::string& name, const std::string& re) {
  return own_view(name, place_at(re), catalog());
}

std::string names_in(const OwnViews& views) {
  std::string out;
  for (const OwnView& each : views.all()) out += (out.empty() ? "" : ",") + each.name;
  return out;
}

template <class Change>
std::string refusal_of_change(Change change) {
  try {
    change();
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(OwnViewList, IsChangedAndTheChangesAreTakenBack) {
  OwnViews views({}, catalog());
  for (const char* each : {"a", "b", "c"}) views.keep(view_at(each, "-0.5"));
  views.keep(own_view("b", default_settings(find_workload(catalog(), "heat")), catalog()));
  EXPECT_EQ(names_in(views), "a,b,c,b") << "a name is a workload's";
  views.keep(view_at("b", "-0.75"));
  EXPECT_EQ(names_in(views), "a,b,c,b");
  EXPECT_EQ(views.all()[1], view_at("b", "-0.75")) << "in the place of the earlier one";
  views.move_up(2);
  EXPECT_EQ(names_in(views), "a,c,b,b");
  views.move_down(2);
  views.move_up(0);
  EXPECT_EQ(names_in(views), "a,c,b,b") << "past none of its workload nothing moves";
  views.move_down(0);
  EXPECT_EQ(names_in(views), "c,a,b,b");
  EXPECT_EQ(testing::refused([&] { views.rename(0, "a"); }), (testing::Refused{Wrong::value, "a"}));
  EXPECT_NE(refusal_of_change([&] { views.rename(0, ""); }), "");
  EXPECT_NE(refusal_of_change([&] { views.rename(0, std::string(longest_view_name + 1, 'x')); }), "");
  views.rename(0, "antenna");
  views.remove(1);
  EXPECT_EQ(names_in(views), "antenna,b,b");
  views.back();
  EXPECT_EQ(names_in(views), "antenna,a,b,b");
  views.back();
  EXPECT_EQ(names_in(views), "c,a,b,b");
  views.forth();
  views.forth();
  views.forth();
  EXPECT_EQ(names_in(views), "antenna,b,b");
  views.back();
  views.keep(view_at("new", "-1"));
  EXPECT_FALSE(views.can_go_forth()) << "another change has taken its place";
  EXPECT_EQ(views.about().size(), views.all().size());
  while (views.can_go_back()) views.back();
  EXPECT_EQ(names_in(views), "");
}

TEST(OwnViewList, NothingIsDroppedWhereThereAreTooMany) {
  OwnViews::List all;
  for (std::size_t i = 0; i < most_own_views; ++i) all.push_back({"v" + std::to_string(i), "mandelbrot", "{}"});
  OwnViews views(all, catalog());
  EXPECT_EQ(testing::refused([&] { views.keep(view_at("one more", "-1")); }),
            (testing::Refused{Wrong::value, "views"}));
  EXPECT_EQ(views.all(), all);
  EXPECT_FALSE(views.can_go_back());
  views.keep(view_at("v3", "-1"));
  EXPECT_EQ(views.all().size(), most_own_views) << "one may be kept anew";
  EXPECT_NE(refusal_of_change([&] {
              views.add({view_at("x", "1"), view_at("y", "1")});
            }).find("2 more"),
            std::string::npos);
  EXPECT_EQ(views.all().size(), most_own_views);
  OwnViews few({}, catalog());
  EXPECT_NE(refusal_of_change([&] {
              few.keep({"large", "heat", std::string(most_own_view_bytes + 1, ' ')});
            }).find("16 MiB"),
            std::string::npos);
  EXPECT_TRUE(few.all().empty());
  OwnViews more({}, catalog());
  for (std::size_t i = 0; i <= most_own_views; ++i) all.push_back({"w" + std::to_string(i), "mandelbrot", "{}"});
  EXPECT_EQ(OwnViews(all, catalog()).all().size(), all.size()) << "what a file has comes back";
}

TEST(OwnViewList, SaysHowDeepAViewIsAndItsLimit) {
  const Decimal deep = Decimal::parse("2.549e-50");
  EXPECT_EQ(width_text(deep), "2.5e-50");
  EXPECT_EQ(width_text(Decimal::parse("9.99e-1000")), "1e-999");
  EXPECT_EQ(width_text(Decimal(2.5)), "2.5");
  EXPECT_EQ(width_text(Decimal(0.02)), "2e-2");
  const ViewAbout about = about_view(own_view("deep", place_at("-1.75", "2.549e-50", 100'000), catalog()), catalog());
  EXPECT_EQ(about.width, "2.5e-50");
  EXPECT_EQ(about.of + " " + about.detail, "max iterations 100,000");
  EXPECT_EQ(about.picture.size(), 16U);
  const ViewAbout unknown = about_view({"of a later version", "new", "{}"}, catalog());
  EXPECT_EQ(unknown.width + unknown.detail, "");
  Settings other = place_at("-1.75", "2.549e-50", 100'000);
  other.problem.size = {33, 44};
  other.execution.threads = 3;
  EXPECT_EQ(about_view(own_view("elsewhere", other, catalog()), catalog()).picture, about.picture);
  OwnView otherwise = own_view("otherwise", other, catalog());
  const std::size_t number = otherwise.settings.find("2.549e-50");
  ASSERT_NE(number, std::string::npos) << otherwise.settings;
  otherwise.settings.replace(number, 9, "0.2549e-49");
  EXPECT_EQ(about_view(otherwise, catalog()).picture, about.picture) << "the same number";
  other.look.palette = "gray";
  EXPECT_EQ(about_view(own_view("gray", other, catalog()), catalog()).place, about.place);
  EXPECT_NE(about_view(own_view("gray", other, catalog()), catalog()).picture, about.picture);
}

TEST(OwnViewFile, GoesToOthersAndIsNotDoubled) {
  const OwnViews::List all{own_view("Ä deep \"one\"", place_at("-1.7499", "1e-60", 50'000), catalog()),
                           own_view("heat", default_settings(find_workload(catalog(), "heat")), catalog())};
  const OwnViews::List back = views_of_file(view_file(all), "views.json", catalog());
  EXPECT_EQ(back, all);
  OwnViews views(all, catalog());
  EXPECT_EQ(views.add(back), 0U);
  Settings recolored = place_at("-1.7499", "1e-60", 50'000);
  recolored.look.palette = "gray";
  EXPECT_EQ(views.add({own_view(all[0].name, recolored, catalog())}), 0U) << "it is of the same place";
  const OwnViews::List theirs{view_at(all[0].name, "-0.1"), view_at("new", "-0.2")};
  EXPECT_EQ(views.add(theirs), 2U);
  EXPECT_EQ(names_in(views), all[0].name + ",heat," + all[0].name + " (2),new") << "nothing is replaced";
  EXPECT_EQ(views.add(theirs), 0U) << "nor doubled when they come once more";
  views.back();
  EXPECT_EQ(views.all(), all) << "a file is one change";
}

TEST(OwnViewFile, ABadOneIsRefusedInALine) {
  const std::string settings = own_view("x", place_at("-1"), catalog()).settings;
  const auto file = [](const std::string& views) { return R"({"heteroscope_views": 1, "views": )" + views + "}"; };
  const auto one = [&](const std::string& more) { return file("[{" + more + "}]"); };
  std::string many = "[0";
  for (std::size_t i = 0; i < most_own_views; ++i) many += ",0";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"{", "v.json"},
      {"[]", "v.json"},
      {R"({"views": []})", "v.json: not a file of saved views, version 1"},
      {R"({"heteroscope_views": 2, "views": []})", "v.json: not a file of saved views, version 1"},
      {R"({"heteroscope_views": 1, "views": {}})", "views: is not a list"},
      {R"({"heteroscope_views": 1, "views": [], "more": 1})", "more: unknown key"},
      {file(many + "]"), "101 are too many (at most 100)"},
      {file("[7]"), "is not an object"},
      {one(R"("settings": )" + settings), "views[0].name: is missing"},
      {one(R"("name": "", "settings": )" + settings), "views[0].name: is missing"},
      {one(R"("name": ")" + std::string(500, 'x') + R"(", "settings": )" + settings), "is longer than 120 bytes"},
      {one(R"("name": "x")"), "views[0].settings: is missing"},
      {one(R"("name": "x", "settings": {})"), "v.json: views[0]"},
      {one(R"("name": "x", "settings": {"heteroscope": 1, "workload": "none"})"), "none"},
      {one(R"("name": "x", "workload": "heat", "settings": )" + settings),
       "is not the workload of the settings, mandelbrot"},
      {std::string(100'000, '['), "v.json"}};
  for (const auto& each : cases) {
    const std::string line = refusal_of_change([&] { (void)views_of_file(each.first, "v.json", catalog()); });
    EXPECT_NE(line.find(each.second), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_TRUE(line.starts_with("v.json")) << line;
  }
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "views.json";
  const Settings now = place_at("-0.3");
  std::ofstream(path) << view_file({view_at("a", "-0.2")});
  const Opened opened = open_file(path, now, {}, catalog());
  EXPECT_EQ(opened.views, (OwnViews::List{view_at("a", "-0.2")}));
  EXPECT_EQ(opened.settings, now);
  std::ofstream(path) << R"({"heteroscope_views": 3})";
  EXPECT_THROW(open_file(path, now, {}, catalog()), BadInput);
}

TEST(Location, IsTakenByTheCommandLineAndByTheWindow) {
  const Settings deep = place_at("-1.74990000000000000000000000000000001", "1e-60", 50'000);
  const std::string text = location_text(deep, catalog());
  EXPECT_EQ(text,
            "--set center_re=-1.74990000000000000000000000000000001 --set center_im=0 --set span=1e-60 --set "
            "max_iterations=50000");
  EXPECT_EQ(settings_of_command("heteroscope render mandelbrot " + text).problem.parameters, deep.problem.parameters);
  Settings now = place_at("0.1");
  now.execution.threads = 3;
  ASSERT_TRUE(looks_like_location("  " + text + "\n"));
  const Settings there = settings_of_location("  " + text + "\n", now);
  EXPECT_EQ(there.problem.parameters, deep.problem.parameters);
  EXPECT_EQ(there.execution, now.execution) << "nothing else changes";
  EXPECT_EQ(settings_of_location("--set=span=0.5", now).problem.parameters.at("span"), 0.5);
  Settings blurred = default_settings(find_workload(catalog(), "blur"));
  blurred.problem.source = {.id = "mandelbrot", .values = deep.problem.parameters};
  const std::string of_source = location_text(blurred, catalog());
  EXPECT_TRUE(of_source.starts_with("--set source.center_re=-1.7499")) << of_source;
  EXPECT_EQ(settings_of_location(of_source, blurred), blurred);
  EXPECT_EQ(location_text(default_settings(find_workload(catalog(), "heat")), catalog()), "");
  for (const char* each : {"--settle", "--sets span=1", "span=1", "heteroscope render", "/a/--set"})
    EXPECT_FALSE(looks_like_location(each)) << each;
  for (const char* each : {"--set", "--set span", "--set span=1 --out a.png", "--set span=1 --set span=2",
                           "--set nothing=1", "--set span=-1", "--set 'span=1"}) {
    const std::string line = refusal_of_change([&] { (void)settings_of_location(each, now); });
    EXPECT_FALSE(line.empty()) << each;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
}

/// A window of 64 × 48 pixels that shows these settings, computed.
WindowParts window_at(const Settings& settings) {
  WindowParts parts;
  parts.model.catalog = catalog();
  parts.model.workload = &find_workload(catalog(), settings.problem.workload);
  *parts.model.edit() = settings;
  parts.model.edit()->problem.size = parts.view.area.size = {64, 48};
  Executor executor;
  parts.view.frame = std::make_shared<const Frame>(
      *executor.execute(*plan(parts.model.settings(), catalog(), device::all()).plan, {}));
  return parts;
}

TEST(OwnViewVisit, IsKeptWithWhatIsShownAndBackReturnsFromIt) {
  WindowParts parts = window_at(place_at("-0.5", "1.5", 200));
  OwnViews views({}, catalog());
  keep_view(parts.ui, parts.model, views, "start");
  ASSERT_EQ(names_in(views), "start");
  const View left{Decimal::parse("-1.25"), 0, Decimal::parse("1e-3")};
  show_view(parts.all(), left);
  parts.model.edit()->execution.threads = 2;
  choose_view(parts.ui, parts.model, views.all().front());
  ASSERT_TRUE(parts.model.chosen);
  EXPECT_EQ(parts.model.chosen->execution.threads, 2) << "how it is computed stays";
  EXPECT_EQ(parts.model.chosen->problem.size, (Size{64, 48}));
  leave_for(parts.all(), *parts.model.chosen);
  *parts.model.edit() = *std::exchange(parts.model.chosen, std::nullopt);
  EXPECT_EQ(shown_view(parts.all()), (View{Decimal::parse("-0.5"), 0, 1.5}));
  EXPECT_EQ(parts.model.views.back()->view, left);
  leave_for(parts.all(), parts.model.settings());
  leave_for(parts.all(), default_settings(find_workload(catalog(), "heat")));
  EXPECT_TRUE(parts.model.views.empty())
      << "where the view stays, or another plane is shown, there is nothing to go back to";
  choose_view(parts.ui, parts.model, {"broken", "mandelbrot", R"({"heteroscope": 1, "workload": "none"})"});
  EXPECT_FALSE(parts.model.chosen);
  ASSERT_FALSE(parts.ui.toasts.all().empty());
  EXPECT_TRUE(parts.ui.toasts.all().back().failure);
}

TEST(ViewPicture, IsSmallAndSurvivesWhateverIsInItsFolder) {
  WindowParts parts = window_at(place_at("-0.75", "2.5", 50));
  const Picture all = small_picture(*parts.view.frame, parts.model.settings().look);
  EXPECT_EQ(all.size, (Size{64, 48})) << "no larger than it is";
  const Pixels colors =
      colorize(parts.view.frame->field.host_view(), color_map(parts.model.settings().look, *parts.view.frame));
  EXPECT_TRUE(std::ranges::equal(all.pixels, colors));
  Settings wide = place_at("-0.75", "2.5", 50);
  wide.problem.size = {1100, 400};
  Executor executor;
  const Frame frame = *executor.execute(*plan(wide, catalog(), device::all()).plan, {});
  const Picture small = small_picture(frame, wide.look);
  EXPECT_EQ(small.size.width, largest_view_picture.width);
  EXPECT_LE(small.size.height, largest_view_picture.height);

  const testing::TemporaryFolder top;
  const auto folder = top.path() / "views";
  const std::string name = "0123456789abcdef";
  EXPECT_THROW(load_view_picture(folder, name), BadInput) << "there is no folder yet";
  save_view_picture(folder, name, small);
  const Picture back = load_view_picture(folder, name);
  EXPECT_EQ(back.size, small.size);
  EXPECT_TRUE(std::ranges::equal(back.pixels, small.pixels));
  const auto write = [&](const char* file, const std::string& bytes) {
    std::ofstream(folder / file, std::ios::binary) << bytes;
  };
  write("00000000000000aa.png", "no picture");
  EXPECT_THROW(load_view_picture(folder, "00000000000000aa"), BadInput);
  save_view_picture(folder, "00000000000000bb", {{177, 1}, Pixels(177, 0xffffffffU)});
  EXPECT_THROW(load_view_picture(folder, "00000000000000bb"), BadInput) << "too large";
  write("notes.png", "a person's own");
  write("00000000000000zz.png", "a person's own");
  const auto now = std::filesystem::file_time_type::clock::now();
  remove_other_pictures(folder, {name}, now - std::chrono::hours(1));
  EXPECT_TRUE(std::filesystem::exists(folder / "00000000000000aa.png")) << "of another window, maybe";
  remove_other_pictures(folder, {name}, now + std::chrono::hours(1));
  EXPECT_TRUE(std::filesystem::exists(folder / (name + ".png")));
  EXPECT_FALSE(std::filesystem::exists(folder / "00000000000000aa.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "00000000000000bb.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "notes.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "00000000000000zz.png"));
  remove_other_pictures(top.path() / "none", {}, now);
}

OwnView plain_view(const std::string& name, const std::string& settings) {
  return {name, "mandelbrot", settings};
}

TEST(MergedViews, WhatEitherWindowHasDoneIsSo) {
  const OwnView a = plain_view("a", "{}");
  const OwnView b = plain_view("b", "{}");
  const OwnView c = plain_view("c", "{}");
  const OwnView d = plain_view("d", "{}");
  using List = OwnViews::List;
  EXPECT_EQ(merged_views({}, {a}, {b}), (List{a, b}));
  EXPECT_EQ(merged_views({a, b}, {b}, {a, b, c}), (List{b, c})) << "removed here, added there";
  EXPECT_EQ(merged_views({a, b}, {a, b, d}, {b}), (List{b, d})) << "removed there, added here";
  EXPECT_EQ(merged_views({a, b}, {b, a}, {a, b, c}), (List{b, a, c})) << "moved here";
  const OwnView other_a = plain_view("a", "{1}");
  EXPECT_EQ(merged_views({a}, {a}, {other_a}), (List{other_a})) << "changed there";
  EXPECT_EQ(merged_views({a}, {other_a}, {a}), (List{other_a})) << "changed here";
  EXPECT_EQ(merged_views({a}, {}, {other_a}), (List{other_a})) << "what was changed there is not removed";
  EXPECT_EQ(merged_views({}, {a}, {a}), (List{a}));
  EXPECT_EQ(merged_views({}, {a}, {other_a}), (List{a, plain_view("a (2)", "{1}")})) << "none is lost";
}

TEST(MergedViews, GoingBackDoesNotRemoveAnothersViews) {
  OwnViews views({}, catalog());
  views.keep(plain_view("a", "{}"));
  views.take_in({plain_view("a", "{}"), plain_view("theirs", "{}")});
  views.back();
  EXPECT_EQ(views.all(), (OwnViews::List{plain_view("theirs", "{}")}));
  views.forth();
  EXPECT_EQ(views.all(), (OwnViews::List{plain_view("a", "{}"), plain_view("theirs", "{}")}));
}

}  // namespace
}  // namespace heteroscope
