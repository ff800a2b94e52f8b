#include "app/files/disk_room.hpp"
#include "tests/command/ranks_of_program.hpp"

/// A result that is larger than its disk is refused before it is computed. The disk is the folder `small`, of 64 KiB,
/// mounted for the program alone; `was` lies there as a.npy.
namespace heteroscope::testing {
namespace {

constexpr const char* on_small_disk =
    "unshare -rm sh -c 'mount -t tmpfs -o size=64k small small && cp was small/a.npy && \"$@\"; code=$?; "
    "[ $code = 0 ] || cmp small/a.npy was || code=1; exit $code' sh";

/// False: this machine lets nobody mount.
bool make_small_disk(const std::filesystem::path& folder, std::size_t bytes_there) {
  std::filesystem::create_directory(folder / "small");
  write_text(folder / "was", std::string(bytes_there, 'w'));
  const std::string mount = "unshare -rm mount -t tmpfs -o size=64k small '" + (folder / "small").string() + "'";
  return std::system((mount + " 2>/dev/null").c_str()) == 0;
}

/// Steps that nobody waits for: what is refused has not begun.
constexpr const char* heat = "render heat --set initial=noise --steps 1000000000 --processor cpu --precision fp64 ";

class RenderRoom : public Program {
 protected:
  void SetUp() override {
    if (!make_small_disk(folder(), 0)) GTEST_SKIP() << "no mount";
  }
};

TEST_F(RenderRoom, WhatIsLargerThanTheDiskIsRefusedBeforeItIsComputed) {
  const auto refused = [&](const std::string& line, const std::string& words) {
    expect_refused(line, words, on_small_disk);
  };
  refused(heat + std::string("--set n=100 --out small/b.npy"),
          "--out small/b.npy: 100x100 needs at least 80.13 kB; the disk has room for 65.54 kB\n");
  const std::string map = "render mandelbrot --processor cpu --variant sequential --set max_iterations=100000 ";
  refused(map + "--size 200x100 --out small/b.bmp", "200x100 needs at least 80.12 kB; ");
  refused(map + "--size 7x3000 --out small/b.hdr", "7x3000 needs at least 84.00 kB; ");
  refused(map + "--size 1400x1400 --out small/b.hdr", "1400x1400 needs at least 123.5 kB; ");
  for (const char* out : {"small/b.tif", "small/b.tiff --values", "small/b.png"})
    refused(map + "--precision fp32 --size 4200x4200 --out " + out, "; the disk has room for 65.54 kB\n");
}

TEST_F(RenderRoom, WhatFitsIsWritten) {
  const std::string line = "render heat --set n=89 --steps 1 --processor cpu --precision fp64 --out small/b";
  for (const char* end : {".npy", ".hdr", ".jpg"}) {
    const Result fits = run(line + end, on_small_disk);
    EXPECT_EQ(fits.code, 0) << fits.error;
  }
}

/// The new file is whole before it takes the other's place, also where that is known by a link.
TEST_F(RenderRoom, AnEarlierFileIsNotFreed) {
  write_text(file("was"), std::string(40'000, 'w'));
  std::filesystem::create_symlink("small/a.npy", file("link.npy"));
  for (const char* out : {"small/a.npy", "link.npy"})
    expect_refused(heat + std::string("--set n=60 --out ") + out,
                   "60x60 needs at least 28.93 kB; the disk has room for 24.58 kB\n", on_small_disk);
}

TEST(DiskRoom, IsNotKnownEverywhere) {
  TemporaryFolder folder;
  EXPECT_GT(disk_room(folder.path() / "a.npy").value(), 0);
  EXPECT_GT(disk_room("a.npy").value(), 0);
  EXPECT_EQ(disk_room(folder.path() / "none" / "a.npy"), std::nullopt);
  EXPECT_EQ(disk_room("/proc/a.npy"), std::nullopt) << "it counts no blocks";
}

class RenderRoomRanks : public RanksOfProgram {};

TEST_F(RenderRoomRanks, RankZeroRefusesInOneLine) {
  if (!make_small_disk(folder(), 0)) GTEST_SKIP() << "no mount";
  const std::string before = quickly + std::string(on_small_disk);
  expect_one_line(run(heat + std::string("--set n=100 --out small/b.npy"), before), 2,
                  "--out small/b.npy: 100x100 needs at least 80.13 kB; the disk has room for 65.54 kB");
  expect_one_line(run(heat + std::string("--set n=1200 --out small/b.hdr"), before), 2,
                  "1200x1200 needs at least 90.71 kB; ");
}

}  // namespace
}  // namespace heteroscope::testing
