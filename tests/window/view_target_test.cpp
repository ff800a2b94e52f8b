#include "app/window/model/views/view_target.hpp"

#include <gtest/gtest.h>

#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& workload_of(std::string_view id) {
  return find_workload(catalog(), id);
}

Settings of(std::string_view id, const Source& source = {}) {
  Settings out = default_settings(workload_of(id));
  if (!source.id.empty()) out.problem.source = source;
  return out;
}

ViewTarget target_of(const Settings& settings) {
  return view_target(settings, catalog());
}

TEST(ViewTarget, APlaneMovesItsOwnParameters) {
  const ViewTarget target = target_of(of("mandelbrot"));
  EXPECT_EQ(target.kind, ViewKind::result);
  EXPECT_EQ(target.owner, &workload_of("mandelbrot"));
  EXPECT_TRUE(target.y_up());
  EXPECT_FALSE(target.turned);
}

TEST(ViewTarget, AnIterationsMovesWhereItsStateIsShownByAView) {
  EXPECT_EQ(target_of(of("nbody")).kind, ViewKind::result);
  EXPECT_EQ(target_of(of("heat")).kind, ViewKind::picture);
}

TEST(ViewTarget, ALiveSourceMovesUnderAFilter) {
  const ViewTarget target = target_of(of("binarize", {.id = "mandelbrot"}));
  EXPECT_EQ(target.kind, ViewKind::source);
  EXPECT_EQ(target.owner, &workload_of("mandelbrot"));
  EXPECT_TRUE(target.y_up());
}

TEST(ViewTarget, PatternsAndFilesAreOnlyMovedOnTheScreen) {
  for (const Source& source : {Source{.id = "zone_plate"}, Source{.id = "file", .file = "a.png"}}) {
    const ViewTarget target = target_of(of("binarize", source));
    EXPECT_EQ(target.kind, ViewKind::picture);
    EXPECT_EQ(target.owner, nullptr);
    EXPECT_FALSE(target.y_up());
  }
}

TEST(ViewTarget, ATranspositionIsTurned) {
  EXPECT_TRUE(target_of(of("transpose", {.id = "mandelbrot"})).turned);
  EXPECT_TRUE(target_of(of("transpose", {.id = "zone_plate"})).turned);
  EXPECT_FALSE(target_of(of("histogram", {.id = "mandelbrot"})).turned);
}

TEST(ViewTarget, AViewGoesIntoTheSourcesParametersAlone) {
  Settings settings = of("binarize", {.id = "mandelbrot"});
  const Values own = settings.problem.parameters;
  put_view(settings, target_of(settings), {-0.5, 0.1, 1e-3});
  EXPECT_EQ(settings.problem.parameters, own);
  EXPECT_EQ(settings.problem.source.values.at("center_re"), -0.5);
  EXPECT_EQ(settings.problem.source.values.at("center_im"), 0.1);
  EXPECT_EQ(settings.problem.source.values.at("span"), 1e-3);
  EXPECT_EQ(view_of(settings, target_of(settings)), (View{-0.5, 0.1, 1e-3}));
}

TEST(ViewTarget, WithoutValuesTheSourcesInitialViewCounts) {
  const Settings settings = of("binarize", {.id = "mandelbrot"});
  EXPECT_EQ(view_of(settings, target_of(settings)), (View{-0.75, 0, 2.5}));
}

TEST(ViewTarget, APictureHasNoViewInTheSettings) {
  Settings settings = of("binarize", {.id = "zone_plate"});
  const Settings before = settings;
  put_view(settings, target_of(settings), {1, 2, 3});
  fit_view(settings, target_of(settings), {800, 600});
  change_detail(settings, target_of(settings), 2);
  EXPECT_EQ(settings, before);
}

TEST(ViewTarget, ViewsAreHeldInsideTheRanges) {
  for (Settings settings : {of("mandelbrot"), of("binarize", {.id = "mandelbrot"})}) {
    const ViewTarget target = target_of(settings);
    put_view(settings, target, {0, 0, 1e30});
    EXPECT_EQ(view_of(settings, target).span, workload_of("mandelbrot").find_parameter("span")->maximum);
    put_view(settings, target, {0, 0, Decimal::parse("1e-100001")});
    EXPECT_EQ(view_of(settings, target).span, Decimal::parse("1e-100000"));
  }
}

TEST(ViewTarget, SettingsGetNumbersThatCanBeRead) {
  Settings settings = of("mandelbrot");
  const ViewTarget target = target_of(settings);
  put_view(settings, target, {-0.74549423401626561, 0.10964261749731179, 0.0054099430427754745});
  EXPECT_EQ(view_of(settings, target), (View{-0.745494234016, 0.109642617497, 0.005409943043}));
  put_view(settings, target, {-0.74549423401626561, 0, 1e-15});
  EXPECT_EQ(view_of(settings, target).x, -0.74549423401626561);
}

TEST(ViewTarget, AViewOfAnyDepthGoesIntoDecimalsAlone) {
  const View deep{Decimal::parse("-1.7499" + std::string(500, '3') + "1"), Decimal::parse("2.5e-400"),
                  Decimal::parse("3.2e-500")};
  for (Settings settings : {of("mandelbrot"), of("binarize", {.id = "mandelbrot"})}) {
    put_view(settings, target_of(settings), deep);
    EXPECT_EQ(view_of(settings, target_of(settings)), deep);
  }
  Settings bodies = of("nbody");
  put_view(bodies, target_of(bodies), {Decimal::parse("0.123456789012345678901234"), 0, 1e-3});
  EXPECT_TRUE(view_values(bodies, target_of(bodies)).at("center_x").is_double());
  EXPECT_EQ(view_of(bodies, target_of(bodies)).x, 0.123456789012);
}

TEST(ViewTarget, FittingShowsTheInitialSquare) {
  Settings settings = of("binarize", {.id = "mandelbrot"});
  const ViewTarget target = target_of(settings);
  put_view(settings, target, {1, 1, 1});
  fit_view(settings, target, {1600, 800});
  EXPECT_EQ(view_of(settings, target), (View{-0.75, 0, 5}));  // 2.5 along the shorter side
}

TEST(ViewTarget, DetailIsTheSourcesToo) {
  Settings settings = of("binarize", {.id = "mandelbrot"});
  const ViewTarget target = target_of(settings);
  change_detail(settings, target, 2);
  EXPECT_EQ(settings.problem.source.values.at("max_iterations"), 1000);
  for (int i = 0; i < 20; ++i) change_detail(settings, target, 0.5);
  EXPECT_EQ(settings.problem.source.values.at("max_iterations"), 1);
}

TEST(ViewTarget, PlanesAreTheSameWhereTheSameThingMoves) {
  const auto same = [](const Settings& a, const Settings& b) { return same_plane(a, b, catalog()); };
  const Settings live = of("binarize", {.id = "mandelbrot"});
  Settings moved = live;
  put_view(moved, target_of(moved), {0, 0, 1});
  EXPECT_TRUE(same(live, moved));
  EXPECT_TRUE(same(live, of("histogram", {.id = "mandelbrot"})));
  EXPECT_FALSE(same(live, of("transpose", {.id = "mandelbrot"})));
  EXPECT_FALSE(same(live, of("mandelbrot")));
  EXPECT_FALSE(same(live, of("binarize", {.id = "zone_plate"})));
  const auto file = [](const char* name) { return of("binarize", {.id = "file", .file = name}); };
  EXPECT_TRUE(same(file("a"), file("a")));
  EXPECT_FALSE(same(file("a"), file("b")));
}

TEST(RefitView, AScenesViewStaysThatScenesInAnotherSize) {
  constexpr Size narrow{716, 512};
  constexpr Size wide{1400, 600};
  for (const Scene& scene : workload_of("mandelbrot").scenes) {
    Settings settings = of("mandelbrot");
    apply_scene(settings.problem.parameters, workload_of("mandelbrot"), scene, narrow);
    Settings there = settings;
    apply_scene(there.problem.parameters, workload_of("mandelbrot"), scene, wide);
    there.problem.parameters["max_iterations"] = settings.problem.parameters["max_iterations"] = 777;
    const bool other = view_of(there, target_of(there)) != view_of(settings, target_of(settings));
    EXPECT_EQ(refit_view(settings, target_of(settings), narrow, wide), other) << scene.id;
    EXPECT_EQ(settings, there) << scene.id;
    EXPECT_EQ(refit_view(settings, target_of(settings), wide, narrow), other) << scene.id;
  }
}

TEST(RefitView, TheWholeStaysWholeUnderAFilter) {
  Settings settings =
      of("binarize", {.id = "mandelbrot", .values = initial_values(workload_of("mandelbrot").parameters)});
  fit_view(settings, target_of(settings), {500, 400});
  Settings there = settings;
  fit_view(there, target_of(there), {900, 400});
  EXPECT_TRUE(refit_view(settings, target_of(settings), {500, 400}, {900, 400}));
  EXPECT_EQ(settings, there);
}

TEST(RefitView, APersonsOwnViewStays) {
  Settings settings = of("mandelbrot");
  put_view(settings, target_of(settings), {-0.51, 0.1, 0.3});
  const Settings before = settings;
  EXPECT_FALSE(refit_view(settings, target_of(settings), {500, 400}, {900, 400}));
  EXPECT_EQ(settings, before);
  Settings picture = of("binarize", {.id = "zone_plate"});
  EXPECT_FALSE(refit_view(picture, target_of(picture), {500, 400}, {900, 400}));
}

}  // namespace
}  // namespace heteroscope
