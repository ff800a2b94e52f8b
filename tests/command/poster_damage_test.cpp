#include <cstring>

#include "tests/command/poster_program.hpp"

/// What an unfinished poster is gone on with, where something has changed it.
namespace heteroscope::testing {
namespace {

class PosterDamage : public PosterProgram {};

/// A bit of what is kept is another: in what comes before the pieces, within them, and in their last bytes.
TEST_F(PosterDamage, ADamagedPieceIsComputedAgain) {
  for (const char* of : {"a.npy --tile 256x64", "a.png --tile 1200x16", "a.png --tile 256x16", "a.tif --tile 256x256",
                         "a.tif --values --tile 256x256", "a.png --scale histogram --samples 2 --tile 400x48"}) {
    SCOPED_TRACE(of);
    const std::string line = map + std::string("700x600 --out ") + of;
    const std::string out = line.substr(line.find(" a.") + 1, 5);
    ASSERT_NO_FATAL_FAILURE(make_half_of(line, out));
    const std::string state = read_text(file(out + ".unfinished.json"));
    const std::string data = read_text(file(out + ".unfinished"));
    const auto kept = json_of(state).at("bytes").get<std::size_t>();
    int mended = 0;
    for (const std::size_t at : {std::size_t{40}, kept * 2 / 3, kept - 1}) {
      std::string damaged = data;
      damaged[at] = static_cast<char>(damaged[at] ^ 16);
      write_text(file(out + ".unfinished"), damaged);
      write_text(file(out + ".unfinished.json"), state);
      const Result resumed = expect_success(line + " --resume");
      if (resumed.out.find(" damaged piece") != std::string::npos) ++mended;
      expect_same(out, "whole");
      expect_nothing_unfinished(out);
    }
    EXPECT_GE(mended, 2) << "what precedes the pieces is written again without a word";
  }
}

/// Nothing of it is left, tiles' places neither.
TEST_F(PosterDamage, ManyDamagedPiecesAreComputedAgain) {
  const std::string line = map + std::string("700x600 --tile 256x256 --out a.tif");
  ASSERT_NO_FATAL_FAILURE(make_half_of(line, "a.tif"));
  std::string data = read_text(file("a.tif.unfinished"));
  std::fill(data.begin(), data.end(), '\x55');
  write_text(file("a.tif.unfinished"), data);
  const Result resumed = expect_success(line + " --resume");
  EXPECT_NE(resumed.out.find(" damaged pieces computed again"), std::string::npos) << resumed.out;
  expect_same("a.tif", "whole");
}

/// Whatever of the state is another, in one line.
TEST_F(PosterDamage, ADamagedStateIsRefused) {
  const std::string line = map + std::string("700x600 --tile 700x16 --out a.png");
  ASSERT_NO_FATAL_FAILURE(make_half_of(line, "a.png"));
  const std::string state = read_text(file("a.png.unfinished.json"));
  for (const char* key : {"\"sum\": ", "\"max_iterations\": ", "\"checksum\": "}) {
    SCOPED_TRACE(key);
    std::string other = state;
    char& digit = other[other.find(key) + std::strlen(key)];
    digit = digit == '1' ? '2' : '1';
    write_text(file("a.png.unfinished.json"), other);
    expect_refused(line + " --resume",
                   "a.png.unfinished.json: the file is damaged: its checksum does not match its text");
  }
}

/// What has the names that it keeps its files under, and is not its own, stays as it is.
TEST_F(PosterDamage, LinksBesideItAreRefused) {
  const std::string line = map + std::string("300x300 --tile 256x256 --out a.tif");
  write_text(file("mine"), "mine");
  for (const char* const name : {"a.tif.unfinished", "a.tif.unfinished.json"}) {
    for (const char* const to : {"mine", "nothing"}) {
      SCOPED_TRACE(::testing::Message() << name << " to " << to);
      std::filesystem::create_symlink(to, file(name));
      const std::string words = "cannot write " + std::string(name) + ": it is a symbolic link; ";
      expect_refused(line, words);
      expect_refused(line + " --resume", words);
      EXPECT_TRUE(std::filesystem::is_symlink(file(name)));
      std::filesystem::remove(file(name));
    }
    std::filesystem::create_hard_link(file("mine"), file(name));
    expect_refused(line, std::string(name) + ": it has several names (hard links)");
    std::filesystem::remove(file(name));
    std::filesystem::create_directory(file(name));
    expect_refused(line, std::string(name) + " is a folder");
    std::filesystem::remove(file(name));
  }
  EXPECT_EQ(read_text(file("mine")), "mine");
  EXPECT_FALSE(std::filesystem::exists(file("nothing")));
  EXPECT_FALSE(std::filesystem::exists(file("a.tif")));
}

}  // namespace
}  // namespace heteroscope::testing
