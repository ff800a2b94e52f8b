#include "core/run/iteration/state_planes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/device/device.hpp"

/// Where the rows of a state are. Values are 1000 · plane + row, so that each tells where it belongs.
namespace heteroscope {
namespace {

const Participant the_host{Processor::cpu};
constexpr Extent extent{{5, 12}, Precision::fp32};
constexpr Rows all_rows{0, 12};

float plane_value(int plane, int row) {
  return static_cast<float>(1000 * plane + row);
}

void fill(std::span<const FieldView> views, int planes, float offset = 0) {
  for (int i = 0; i < planes; ++i) {
    for (int y = 0; y < extent.size.height; ++y) {
      std::fill_n(views[static_cast<std::size_t>(i)].row<float>(y), extent.size.width, plane_value(i, y) + offset);
    }
  }
}

void expect_rows(const FieldView& view, int plane, Rows rows, float offset = 0) {
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = 0; x < extent.size.width; ++x) {
      ASSERT_EQ(view.row<float>(y)[x], plane_value(plane, y) + offset) << plane << ": " << x << ", " << y;
    }
  }
}

TEST(StatePlanes, BeginOnTheHost) {
  BufferPool pool;
  StatePlanes planes(pool, extent, all_rows, 2, 1);
  EXPECT_EQ(planes.state(), 2);
  EXPECT_EQ(planes.bands(), (std::vector<StatePlanes::Band>{{the_host, {0, 12}}}));
  EXPECT_EQ(planes.extent(), extent);
  const std::span<FieldView> host = planes.host(false);
  ASSERT_EQ(host.size(), 3U);
  std::set<void*> memory;
  for (const FieldView& view : host) {
    EXPECT_EQ(view.size, extent.size);
    EXPECT_EQ(view.precision, extent.precision);
    memory.insert(view.data);
  }
  EXPECT_EQ(memory.size(), 3U);
  EXPECT_EQ(memory.count(nullptr), 0U);
}

TEST(StatePlanes, KeepMemoryAndTheVariantsOrder) {
  BufferPool pool;
  StatePlanes planes(pool, extent, all_rows, 2, 1);
  const std::span<FieldView> host = planes.host(false);
  std::swap(host[0], host[2]);
  const void* const first = host[0].data;
  const void* const spare = host[2].data;
  EXPECT_EQ(planes.host(false)[0].data, first);
  EXPECT_EQ(planes.host(false)[2].data, spare);
  EXPECT_EQ(planes.plane(the_host, 0).data, first);
}

TEST(StatePlanes, ResetPutsExchangedViewsBackInOrder) {
  BufferPool pool;
  StatePlanes planes(pool, extent, all_rows, 2, 1);
  const std::span<FieldView> host = planes.host(false);
  const std::vector<const void*> first{host[0].data, host[1].data, host[2].data};
  std::rotate(host.begin(), host.begin() + 1, host.end());
  planes.reset();
  EXPECT_EQ(planes.bands(), (std::vector<StatePlanes::Band>{{the_host, {0, 12}}}));
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(planes.host(false)[i].data, first[i]);
}

TEST(StatePlanes, SpoiledOnesBeginWithoutANumber) {
  BufferPool pool;
  {
    StatePlanes planes(pool, extent, all_rows, 1, 2);
    fill(planes.host(false), 3);
  }
  StatePlanes planes(pool, extent, all_rows, 1, 2, true);
  for (const FieldView& view : planes.host(false)) {
    for (int y = 0; y < extent.size.height; ++y) EXPECT_TRUE(std::isnan(view.row<float>(y)[y % 5]));
  }
}

TEST(StatePlanes, SparesAreSpoiledWhileTheStateStaysWhateverTheVariantsOrder) {
  BufferPool pool;
  StatePlanes planes(pool, extent, all_rows, 2, 1);
  const std::span<FieldView> host = planes.host(false);
  std::swap(host[0], host[2]);
  fill(host, 3);
  planes.spoil_spares();
  expect_rows(host[0], 0, all_rows);
  expect_rows(host[1], 1, all_rows);
  for (int y = 0; y < extent.size.height; ++y) EXPECT_TRUE(std::isnan(host[2].row<float>(y)[y % 5]));
}

TEST(StatePlanes, SomeValuesOfSparesAreSpoiledAndSomeOfTheStateSlightlyLess) {
  BufferPool pool;
  StatePlanes planes(pool, extent, all_rows, 2, 1);
  const std::span<FieldView> host = planes.host(false);
  for (const FieldView& view : host) std::fill_n(view.row<float>(0), extent.size.area(), 1.0F);
  const auto count = [&](const FieldView& view, const auto& wanted) {
    return std::count_if(view.row<float>(0), view.row<float>(0) + extent.size.area(), wanted);
  };
  planes.spoil_some_of_spares();
  EXPECT_GT(count(host[2], [](float each) { return std::isnan(each); }), 0);
  for (const FieldView& view : host.first(2))
    EXPECT_EQ(count(view, [](float each) { return each != 1; }), 0) << "the state";
  planes.change_state(OtherValues(std::nullopt));
  for (const FieldView& view : host.first(2)) {
    EXPECT_GT(count(view, [](float each) { return each < 1; }), 0);
    EXPECT_EQ(count(view, [](float each) { return each < 0.99F || each > 1; }), 0);
  }
}

TEST(StatePlanes, GiveTheirMemoryBack) {
  BufferPool pool;
  const void* first = nullptr;
  {
    StatePlanes planes(pool, extent, all_rows, 1, 0);
    first = planes.host(false)[0].data;
  }
  StatePlanes again(pool, extent, all_rows, 1, 0);
  EXPECT_EQ(again.host(false)[0].data, first);
}

TEST(StatePlanes, HaveMemoryForSomeRows) {
  BufferPool pool;
  constexpr Rows some{4, 9};
  StatePlanes planes(pool, extent, some, 2, 0);
  EXPECT_EQ(planes.bands(), (std::vector<StatePlanes::Band>{{the_host, some}}));
  for (const FieldView& view : planes.host(false)) {
    EXPECT_EQ(view.size, extent.size);
    for (int y = some.begin; y < some.end; ++y) std::fill_n(view.row<float>(y), 5, static_cast<float>(y));
  }
  std::vector<float> gathered(60, -1);
  planes.gather(1, gathered.data(), false);
  for (int y = 0; y < 12; ++y) {
    const bool there = y >= some.begin && y < some.end;
    EXPECT_EQ(gathered[static_cast<std::size_t>(5 * y)], there ? static_cast<float>(y) : -1) << y;
  }
}

class StatePlanesOnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!device::facts().available) GTEST_SKIP() << "skipped: " << device::facts().why_not;
    planes_ = std::make_unique<StatePlanes>(pool_, extent, all_rows, 2, 1);
    fill(planes_->host(true), 2);
  }
  void expect_host(Rows rows, float offset = 0) const {
    for (int i = 0; i < 2; ++i) expect_rows(planes_->plane(the_host, i), i, rows, offset);
  }
  /// The GPU gets the rows before it, the host the others.
  void move_cut(int cut) {
    planes_->share_out(std::vector<Participant>{{Processor::gpu}, the_host}, {{0, cut}, {cut, extent.size.height}});
  }
  [[nodiscard]] int cut() const {
    const StatePlanes::Band& first = planes_->bands().front();
    return first.participant.is_gpu() ? first.rows.end : 0;
  }
  void wipe_host() { fill(planes_->host(true), 2, 0.5F); }

  BufferPool pool_;
  std::unique_ptr<StatePlanes> planes_;
};

TEST_F(StatePlanesOnGpu, RowsMoveThereAndBack) {
  for (const MemoryKind memory : {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned}) {
    fill(planes_->host(true), 2);
    planes_->gpu(0, memory);
    for (const int cut : {7, 12, 3, 9}) move_cut(cut);
    EXPECT_EQ(cut(), 9);
    wipe_host();
    move_cut(0);
    expect_host({0, 9});
    expect_host({9, 12}, 0.5F);
  }
}

TEST_F(StatePlanesOnGpu, RefilledFromTheHostsRowsInTheFirstOrder) {
  for (const MemoryKind memory : {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned}) {
    planes_->reset();
    fill(planes_->host(true), 2);
    const std::span<FieldView> gpu = planes_->gpu(0, memory);
    move_cut(12);
    const void* first = gpu[0].data;
    std::swap(gpu[0], gpu[2]);  // what the spare held is now the state
    const device::Stream stream;
    planes_->refill(stream);
    stream.synchronize();
    EXPECT_EQ(gpu[0].data, first);
    wipe_host();
    move_cut(0);
    expect_host({0, 12});
  }
}

TEST_F(StatePlanesOnGpu, NeighborsGetEachOthersRows) {
  planes_->gpu(0, MemoryKind::device);
  move_cut(6);
  wipe_host();
  planes_->exchange(2);
  expect_host({0, 4}, 0.5F);
  expect_host({4, 6});
  expect_host({6, 12}, 0.5F);
  // more rows than there are beyond the cut
  planes_->exchange(100);
  expect_host({0, 6});
  move_cut(12);  // the GPU has the host's rows 6 to 12, which were wiped
  fill(planes_->host(true), 2);
  move_cut(0);
  expect_host({0, 6});
  expect_host({6, 12}, 0.5F);
}

TEST_F(StatePlanesOnGpu, AnotherKindOfMemoryCarriesTheRowsOver) {
  planes_->gpu(0, MemoryKind::device);
  move_cut(8);
  wipe_host();
  planes_->gpu(0, MemoryKind::managed);
  EXPECT_EQ(cut(), 8);
  wipe_host();
  move_cut(0);
  expect_host({0, 8});
}

TEST_F(StatePlanesOnGpu, RowsForPaintingGoBack) {
  planes_->gpu(0, MemoryKind::device);
  move_cut(6);
  wipe_host();
  planes_->fetch({4, 9});
  expect_host({4, 6});
  expect_host({6, 9}, 0.5F);  // these are the host's own
  fill(planes_->host(true), 2, 0.25F);
  planes_->put_back({4, 9});
  move_cut(0);
  expect_host({0, 4});
  expect_host({4, 6}, 0.25F);
}

TEST_F(StatePlanesOnGpu, OrdinaryMemoryIsReplacedWithItsValues) {
  StatePlanes planes(pool_, extent, all_rows, 2, 1);
  fill(planes.host(false), 2);
  const std::span<FieldView> host = planes.host(true);
  for (int i = 0; i < 2; ++i) expect_rows(host[static_cast<std::size_t>(i)], i, {0, extent.size.height});
}

}  // namespace
}  // namespace heteroscope
