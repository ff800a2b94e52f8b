#include "app/window/features/files/file_names.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/window/features/files/opener.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

class FileNames : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* const each : {"a.png", "a.txt", "ab.JPG", "b.json", "c.npy", ".hidden.png"})
      std::ofstream(folder_.path() / each) << "x";
    std::filesystem::create_directory(folder_.path() / "abc");
  }
  [[nodiscard]] std::string in(const std::string& name) const { return folder_.path().string() + "/" + name; }
  [[nodiscard]] FoundNames found(const std::string& begin, bool pictures_alone = false, std::size_t most = 100) const {
    return names_beginning({in(begin), pictures_alone}, most);
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(FileNames, AreOfFoldersAndOfFilesThatCanBeRead) {
  EXPECT_EQ(found("").paths, (std::vector{in("a.png"), in("ab.JPG"), in("abc/"), in("b.json"), in("c.npy")}));
  EXPECT_EQ(found("", true).paths, (std::vector{in("a.png"), in("ab.JPG"), in("abc/"), in("c.npy")}));
  EXPECT_EQ(found("ab").paths, (std::vector{in("ab.JPG"), in("abc/")}));
  EXPECT_EQ(found(".h").paths, std::vector{in(".hidden.png")});
  EXPECT_TRUE(found("nothing").paths.empty());
  EXPECT_TRUE(names_beginning({"heteroscope render heat", false}, 100).folder.empty());
  EXPECT_TRUE(found("a.txt").is_file && !found("a.txt").is_folder);
  EXPECT_TRUE(found("abc").is_folder && !found("abc").is_file);
  EXPECT_FALSE(found("ab").is_folder || found("ab").is_file);
}

TEST_F(FileNames, AreOfEachKindThatCanBeOpened) {
  const std::vector<std::string> kinds{"k.cc",   "k.cpp", "k.cu",  "k.cxx",  "k.gpl",
                                       "k.json", "k.kfr", "k.map", "k.toml", "k.xpf"};
  std::vector<std::string> all;
  for (const std::string& each : kinds) {
    std::ofstream(in(each)) << "x";
    all.push_back(in(each));
  }
  EXPECT_EQ(found("k").paths, all);
  EXPECT_TRUE(found("k", true).paths.empty()) << "none is a picture";
}

TEST_F(FileNames, OfAPathWithoutAFolderLieInTheBase) {
  const std::string base = std::filesystem::path(in("a")).parent_path().string();
  const auto found_in_base = [&](const std::string& text) {
    return names_beginning({.text = text, .pictures_alone = false, .base = base}, 100);
  };
  EXPECT_EQ(found_in_base("").paths, found("").paths);
  EXPECT_EQ(found_in_base("").folder, base);
  EXPECT_EQ(found_in_base("ab").paths, found("ab").paths);
  EXPECT_EQ(found_in_base("ab").path, in("ab"));
  EXPECT_TRUE(found_in_base("a.png").is_file);
  EXPECT_EQ(found_in_base(in("a.png")).path, in("a.png")) << "an absolute path stays";
  EXPECT_EQ(found_in_base("heteroscope render heat").path, "heteroscope render heat");
  const std::string location = "Re: -1.7\nIm: 0\nZoom: 1e9\n";
  EXPECT_EQ(found_in_base(location).path, location) << "it is no path";
}

TEST_F(FileNames, TheFolderAboveIsThereUntilANameIsTyped) {
  const FoundNames all = found("");
  EXPECT_EQ(all.folder + "/", in(""));
  EXPECT_EQ(all.parent, std::filesystem::path(all.folder).parent_path().string() + "/");
  EXPECT_TRUE(found("a").parent.empty());
  EXPECT_TRUE(names_beginning({"/", false}, 100).parent.empty()) << "there is none above";
}

TEST_F(FileNames, TooManyAreCounted) {
  const FoundNames few = found("", false, 2);
  EXPECT_EQ(few.paths, (std::vector{in("a.png"), in("ab.JPG")}));
  EXPECT_EQ(few.more, 3U);
}

TEST(CommonBeginning, IsWhatAllBeginWith) {
  EXPECT_EQ(common_beginning({}), "");
  EXPECT_EQ(common_beginning({"abc"}), "abc");
  EXPECT_EQ(common_beginning({"abc", "abd/", "ab"}), "ab");
  EXPECT_EQ(common_beginning({"x", "y"}), "");
}

TEST(TypedPath, IsWhatWasMeant) {
  ::setenv("HOME", "/home/somebody", 1);
  EXPECT_EQ(typed_path(" /a b.png\n"), "/a b.png");
  EXPECT_EQ(typed_path("~"), "/home/somebody");
  EXPECT_EQ(typed_path("~/a.png"), "/home/somebody/a.png");
  EXPECT_EQ(typed_path("~other/a.png"), "~other/a.png");
  EXPECT_EQ(typed_path("file:///a%20b%C3%A4.png"), "/a bä.png");
  EXPECT_EQ(typed_path("file://machine/a%2.png"), "/a%2.png");
  EXPECT_TRUE(typed_path(" \n").empty());
}

}  // namespace
}  // namespace heteroscope
